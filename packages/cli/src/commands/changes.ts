/** Arguments and help of `tandem changes`, which is in changes/ and loaded on demand. */
import { Argument, type Command } from "commander";
import { type ChangesOptions, changeActions } from "../changes/options.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { collect, jsonOption, parseCount } from "../options.js";

export function addChanges(program: Command, context: Context): void {
  program
    .command("changes")
    .description("review, keep and undo what agents changed on disk")
    .addArgument(new Argument("[action]", "default: list").choices([...changeActions]))
    .argument("[file]", "the file; for restore, its number under Undone")
    .option("--turn <number>", "the turn with this number in the list", parseCount)
    .option("--hunk <number>", "only this change in the file (repeatable)", (value: string, all?: string[]) =>
      collect(value, all),
    )
    .option("-y, --yes", "undo and restore even if that replaces your own edits")
    .option("--cwd <dir>", "the workspace folder (default: the current directory)")
    .addOption(jsonOption("print the result as one line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "While an agent is connected, Tandem records what changes outside your editors. keep removes a change from the list and leaves the file alone. undo restores the file as it was before the change, and restore reverses an undo. This also works when no editor is running.",
        ],
        examples: [
          ["tandem changes", "list the changes in this folder"],
          ["tandem changes show src/a.ts", "show a file's changes with their numbers"],
          ["tandem changes undo src/a.ts --hunk 2", "undo one of them"],
          ["tandem changes undo --turn 1", "undo everything in the newest turn"],
          ["tandem changes keep src/a.ts", "keep a file as it is"],
          ["tandem changes restore", "restore the last undone change"],
          ["tandem changes remove", "delete everything stored for this folder"],
          ["tandem changes --json", "use the list in a script"],
        ],
        exits: [
          [0, "success"],
          [1, "nothing was changed, or nothing is recorded"],
          [2, "invalid usage, or the stored changes can't be read"],
        ],
      }),
    )
    .action(async (action: string | undefined, file: string | undefined, options: ChangesOptions) => {
      const { changes } = await import("../changes/changes.js");
      context.exitWith(await changes(action ?? "list", file, options, context));
    });
}
