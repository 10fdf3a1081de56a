/** Arguments and help of `tandem listen`, which is in listen/ and loaded on demand. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import type { ListenOptions } from "../listen/listen.js";
import { configDirOption, editorPortOption, jsonOption, parseCount } from "../options.js";

export function addListen(program: Command, context: Context): void {
  program
    .command("listen")
    .description("print an editor's notifications: selections, mentions, …")
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .option("--count <n>", "stop after this many notifications", parseCount)
    .option("--reconnect", "reconnect after a drop: immediately, then after 1, 2, 4 and 8 s")
    .addOption(jsonOption("print each notification as a line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: ["Lines and columns are counted from 1. In JSON they are counted from 0, as in the protocol."],
        examples: [
          ["tandem listen", "listen until Ctrl-C"],
          ["tandem listen --count 1", "print only the next notification"],
          ["tandem listen --json | jq .params", "use notifications in a script"],
        ],
        exits: [
          [0, "received --count notifications"],
          [2, "invalid usage, or no editor found"],
          [3, "connection lost"],
        ],
      }),
    )
    .action(async (options: ListenOptions) => {
      const { listen } = await import("../listen/listen.js");
      context.exitWith(await listen(options, context));
    });
}
