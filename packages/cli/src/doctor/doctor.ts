/** `tandem doctor`: finds out why Claude Code and the editor don't connect, and what to do about it. */
import { resolve } from "node:path";
import { messageOf } from "@tandem-ide/base";
import { type Examination, examine, reportOf, type Surroundings, thisComputer, toJson } from "@tandem-ide/doctor";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { checkDirectory } from "../ls/ls.js";
import { ProgressLine } from "../progress-line.js";
import { visibleName } from "../visible.js";
import { formatExamination } from "./print.js";
import { repair } from "./repair.js";
import { defaultReport, writePrivately } from "./report-file.js";

export interface DoctorOptions {
  readonly cwd?: string;
  readonly configDir?: string;
  readonly claudePath?: string;
  readonly report?: string | true;
  readonly fix?: true;
  readonly yes?: true;
  readonly json?: true;
}

function surroundingsOf(options: DoctorOptions, context: Context): Surroundings {
  const { configDir, claudePath } = options;
  return thisComputer({
    env: context.env,
    version: context.version,
    cwd: resolve(context.cwd, options.cwd ?? "."),
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
    ...(claudePath !== undefined && { claudePath }),
  });
}

/** Shows progress only if the examination takes longer than a second. */
async function examineWithProgress(surroundings: Surroundings, { err, lifecycle }: Context): Promise<Examination> {
  const progress = new ProgressLine(err);
  let current: readonly string[] = [];
  let isShown = false;
  const show = () => {
    if (isShown && current.length > 0) progress.show(`Checking ${current.join(", ")}…`);
  };
  const timer = setTimeout(() => {
    isShown = true;
    show();
  }, 1000);
  const onStep = (steps: readonly string[]) => {
    current = steps;
    show();
  };
  try {
    return await examine(surroundings, { signal: lifecycle.signal, onStep });
  } finally {
    clearTimeout(timer);
    if (isShown) progress.clear();
  }
}

async function writeReport(
  examination: Examination,
  surroundings: Surroundings,
  report: string | true,
  context: Context,
) {
  const text = `${JSON.stringify(reportOf(examination, surroundings), undefined, 2)}\n`;
  const named = report === true ? defaultReport : report;
  try {
    // A typed name may be a link. The default name must not be one: the folder may contain anything.
    await writePrivately(resolve(context.cwd, named), text, { followsLinks: report !== true });
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `Can't write the report: ${messageOf(error)}`);
  }
  context.err.line(
    `Report written to ${visibleName(named)}. It contains folder names but no secrets. Check it before you send it.`,
  );
}

function print(examination: Examination, { out }: Context): void {
  for (const line of formatExamination(examination, out)) out.line(line);
}

export async function doctor(options: DoctorOptions, context: Context): Promise<number> {
  const { out } = context;
  checkDirectory(options.cwd, context.cwd);
  const surroundings = surroundingsOf(options, context);
  let examination = await examineWithProgress(surroundings, context);
  if (options.json) out.json(toJson(examination));
  else print(examination, context);
  if (options.fix && !(examination.isHealthy && examination.findings.every(({ fixes }) => fixes.length === 0))) {
    out.line();
    if (await repair(examination, surroundings, { isAgreed: options.yes ?? false, context })) {
      examination = await examineWithProgress(surroundings, context);
      out.line();
      print(examination, context);
    }
  }
  if (options.report !== undefined) await writeReport(examination, surroundings, options.report, context);
  return examination.isHealthy ? exitCodes.ok : exitCodes.no;
}
