/** `tandem listen`: how it is called. What it does is in listen/, loaded only when it is needed. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import type { ListenOptions } from "../listen/listen.js";
import { configDirOption, editorPortOption, jsonOption, parseCount } from "../options.js";

export function addListen(program: Command, context: Context): void {
  program
    .command("listen")
    .description("print what an editor tells Claude Code: selections, mentions, …")
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .option("--count <n>", "stop after so many", parseCount)
    .option("--reconnect", "dial again after a drop: at once and after 1, 2, 4 and 8 s")
    .addOption(jsonOption("print each as a line of JSON"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: ["Lines and columns are shown counted from 1; in JSON they are as on the wire, from 0."],
          examples: [
            ["tandem listen", "until Ctrl-C"],
            ["tandem listen --count 1", "the next one"],
            ["tandem listen --json | jq .params", "for a program"],
          ],
          exits: [
            [0, "as many as --count says have come"],
            [2, "wrong usage, or no editor to talk to"],
            [3, "the connection was lost"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (options: ListenOptions) => {
      const { listen } = await import("../listen/listen.js");
      context.exitWith(await listen(options, context));
    });
}
