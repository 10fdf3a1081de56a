/** Arguments and help of `tandem ls`, which is in ls/ and loaded on demand. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import type { LsOptions } from "../ls/ls.js";
import { configDirOption, jsonOption } from "../options.js";

export function addLs(program: Command, context: Context): void {
  program
    .command("ls")
    .description("list running editors and whether Claude Code can use them")
    .option("--cwd <dir>", "check from this directory, as if Claude Code was started there")
    .addOption(configDirOption())
    .addOption(jsonOption("print the list as one line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: ["Claude Code connects to the editor marked → when you start it with --ide. Tokens are never printed."],
        examples: [
          ["tandem ls", "check from the current directory"],
          ["tandem ls --cwd ~/engine", "check from another directory"],
          ["tandem ls --json", "use the list in a script"],
        ],
        exits: [
          [0, "at least one editor is usable from here"],
          [1, "no editor is usable from here"],
          [2, "invalid usage, or no such directory"],
        ],
      }),
    )
    .action(async (options: LsOptions) => {
      const { ls } = await import("../ls/ls.js");
      context.exitWith(await ls(options, context));
    });
}
