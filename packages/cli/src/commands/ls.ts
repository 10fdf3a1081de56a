/** `tandem ls`: how it is called. What it does is in ls/, loaded only when it is needed. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import type { LsOptions } from "../ls/ls.js";
import { configDirOption, jsonOption } from "../options.js";

export function addLs(program: Command, context: Context): void {
  program
    .command("ls")
    .description("list every editor that is announced, with its state and why")
    .option("--cwd <dir>", "look from this directory, as Claude Code started there would")
    .addOption(configDirOption())
    .addOption(jsonOption("print what was found as one line of JSON"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "The editor marked → is the one that Claude Code connects to by itself when it is started with --ide. Tokens are never printed.",
          ],
          examples: [
            ["tandem ls", "seen from the current directory"],
            ["tandem ls --cwd ~/engine", "seen from there"],
            ["tandem ls --json", "for a program, e.g. jq"],
          ],
          exits: [
            [0, "at least one editor can be used from here"],
            [1, "none can"],
            [2, "wrong usage, or no such directory"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (options: LsOptions) => {
      const { ls } = await import("../ls/ls.js");
      context.exitWith(await ls(options, context));
    });
}
