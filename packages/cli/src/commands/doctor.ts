/** `tandem doctor`: what keeps Claude Code and the editor apart, and what to do about it. */
import { resolve } from "node:path";
import type { Examination, Surroundings } from "@tandem/doctor";
import type { Command } from "commander";
import type { Context } from "../context.js";
import { CommandError, exitCodes, messageOf } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { configDirOption, jsonOption } from "../options.js";
import { checkDirectory } from "./ls.js";

interface DoctorOptions {
  readonly cwd?: string;
  readonly configDir?: string;
  readonly claudePath?: string;
  readonly report?: string | true;
  readonly fix?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** Needed by no other command. */
const loadDoctor = () => import("@tandem/doctor");

const defaultReport = "tandem-report.json";

async function surroundingsOf(options: DoctorOptions, context: Context): Promise<Surroundings> {
  const { thisComputer } = await loadDoctor();
  const { configDir, claudePath } = options;
  return thisComputer({
    env: context.env,
    version: context.version,
    cwd: resolve(context.cwd, options.cwd ?? "."),
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
    ...(claudePath !== undefined && { claudePath }),
  });
}

async function examine(surroundings: Surroundings, { err, lifecycle }: Context): Promise<Examination> {
  const [doctor, { showProgress }] = await Promise.all([loadDoctor(), import("../doctor/progress.js")]);
  const progress = showProgress(err);
  try {
    return await doctor.examine(surroundings, { signal: lifecycle.signal, onStep: progress.tell });
  } finally {
    progress.end();
  }
}

async function writeReport(
  examination: Examination,
  surroundings: Surroundings,
  report: string | true,
  context: Context,
) {
  const [{ reportOf }, { writePrivately }] = await Promise.all([loadDoctor(), import("../doctor/report-file.js")]);
  const text = `${JSON.stringify(reportOf(examination, surroundings), undefined, 2)}\n`;
  const named = report === true ? defaultReport : report;
  try {
    // Whoever types a name may mean a link; of the usual name nobody knows what a strange folder holds.
    await writePrivately(resolve(context.cwd, named), text, { followsLinks: report !== true });
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `The report was not written: ${messageOf(error)}`);
  }
  context.err.line(`The report is in ${named}. It holds no secrets, but names of folders: read it before you send it.`);
}

async function print(examination: Examination, { out }: Context): Promise<void> {
  const { formatExamination } = await import("../doctor/print.js");
  for (const line of formatExamination(examination, out)) out.line(line);
}

async function doctor(options: DoctorOptions, context: Context): Promise<number> {
  const { out } = context;
  checkDirectory(options.cwd, context.cwd);
  const surroundings = await surroundingsOf(options, context);
  let examination = await examine(surroundings, context);
  if (options.json) out.json((await loadDoctor()).toJson(examination));
  else await print(examination, context);
  if (options.fix && !(examination.isHealthy && examination.findings.every(({ fixes }) => fixes.length === 0))) {
    const { repair } = await import("../doctor/repair.js");
    out.line();
    if (await repair(examination, surroundings, { isAgreed: options.yes ?? false, context })) {
      examination = await examine(surroundings, context);
      out.line();
      await print(examination, context);
    }
  }
  if (options.report !== undefined) await writeReport(examination, surroundings, options.report, context);
  return examination.isHealthy ? exitCodes.ok : exitCodes.no;
}

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
    .action(async (options: DoctorOptions) => context.exitWith(await doctor(options, context)));
}
