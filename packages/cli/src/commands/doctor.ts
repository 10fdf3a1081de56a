/** Arguments and help of `tandem doctor`, which is in doctor/ and loaded on demand. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import type { DoctorOptions } from "../doctor/doctor.js";
import { defaultReport } from "../doctor/report-file.js";
import { helpText } from "../help-text.js";
import { configDirOption, jsonOption } from "../options.js";

export function addDoctor(program: Command, context: Context): void {
  program
    .command("doctor")
    .description("find out why Claude Code and your editor don't connect")
    .option("--fix", "fix what can be fixed automatically; asks before each change")
    .option("-y, --yes", "with --fix: don't ask")
    .option("--report [file]", `write a report without secrets, for a bug report (default: ${defaultReport})`)
    .option("--cwd <dir>", "check from this directory, as if Claude Code was started there")
    .option("--claude-path <file>", "Claude Code program to run (default: $TANDEM_CLAUDE, or claude from PATH)")
    .addOption(configDirOption())
    .addOption(jsonOption("print all results as one line of JSON").conflicts("fix"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "Run it in the same folder and the same terminal as Claude Code: both matter. The first line names the most likely cause. The doctor connects briefly to each editor, as Claude Code does, and changes nothing without --fix.",
        ],
        examples: [
          ["tandem doctor", "find the problem"],
          ["tandem doctor --fix", "find it and fix it if possible"],
          ["tandem doctor --cwd ~/engine", "check from another directory"],
          ["tandem doctor --report", "write a file for a bug report"],
          ["tandem doctor --json | jq .summary", "use the results in a script"],
        ],
        exits: [
          [0, "no problems"],
          [1, "problems found"],
          [2, "invalid usage, or the report couldn't be written"],
        ],
      }),
    )
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import("../doctor/doctor.js");
      context.exitWith(await doctor(options, context));
    });
}
