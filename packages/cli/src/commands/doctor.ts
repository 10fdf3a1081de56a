/** `tandem doctor`: how it is called. What it does is in doctor/, loaded only when it is needed. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import type { DoctorOptions } from "../doctor/doctor.js";
import { defaultReport } from "../doctor/report-file.js";
import { helpText } from "../help-text.js";
import { configDirOption, jsonOption } from "../options.js";

export function addDoctor(program: Command, context: Context): void {
  program
    .command("doctor")
    .description("say why Claude Code and the editor do not find each other")
    .option("--fix", "mend what can be mended from here; it says what it will do and asks")
    .option("-y, --yes", "with --fix: do not ask")
    .option("--report [file]", `write all that was seen, without secrets, for a bug report (${defaultReport})`)
    .option("--cwd <dir>", "look from this directory, as Claude Code started there would")
    .option("--claude-path <file>", "Claude Code's program (default: TANDEM_CLAUDE, else claude on the PATH)")
    .addOption(configDirOption())
    .addOption(jsonOption("print what was seen and found as one line of JSON").conflicts("fix"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "Run it in the folder and the terminal in which Claude Code does not find your editor: both count. The first line names the most likely cause. It connects to each editor for a moment, as Claude Code does, and changes nothing without --fix.",
          ],
          examples: [
            ["tandem doctor", "what is wrong here?"],
            ["tandem doctor --fix", "and mend what can be mended"],
            ["tandem doctor --cwd ~/engine", "seen from there"],
            ["tandem doctor --report", "write a file for a bug report"],
            ["tandem doctor --json | jq .summary", "for a program"],
          ],
          exits: [
            [0, "all is well"],
            [1, "something was found"],
            [2, "wrong usage, or the report cannot be written"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import("../doctor/doctor.js");
      context.exitWith(await doctor(options, context));
    });
}
