/** `tandem doctor`: what keeps Claude Code and the editor apart, and what to do about it. */
import { resolve } from "node:path";
import { messageOf } from "@tandem/base";
import { type Examination, examine, reportOf, type Surroundings, thisComputer, toJson } from "@tandem/doctor";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { checkDirectory } from "../ls/ls.js";
import { visibleName } from "../visible.js";
import { formatExamination } from "./print.js";
import { showProgress } from "./progress.js";
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

async function look(surroundings: Surroundings, { err, lifecycle }: Context): Promise<Examination> {
  const progress = showProgress(err);
  try {
    return await examine(surroundings, { signal: lifecycle.signal, onStep: progress.tell });
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
  const text = `${JSON.stringify(reportOf(examination, surroundings), undefined, 2)}\n`;
  const named = report === true ? defaultReport : report;
  try {
    // Whoever types a name may mean a link; of the usual name nobody knows what a strange folder holds.
    await writePrivately(resolve(context.cwd, named), text, { followsLinks: report !== true });
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `The report was not written: ${messageOf(error)}`);
  }
  context.err.line(
    `The report is in ${visibleName(named)}. It holds no secrets, but names of folders: read it before you send it.`,
  );
}

function print(examination: Examination, { out }: Context): void {
  for (const line of formatExamination(examination, out)) out.line(line);
}

export async function doctor(options: DoctorOptions, context: Context): Promise<number> {
  const { out } = context;
  checkDirectory(options.cwd, context.cwd);
  const surroundings = surroundingsOf(options, context);
  let examination = await look(surroundings, context);
  if (options.json) out.json(toJson(examination));
  else print(examination, context);
  if (options.fix && !(examination.isHealthy && examination.findings.every(({ fixes }) => fixes.length === 0))) {
    out.line();
    if (await repair(examination, surroundings, { isAgreed: options.yes ?? false, context })) {
      examination = await look(surroundings, context);
      out.line();
      print(examination, context);
    }
  }
  if (options.report !== undefined) await writeReport(examination, surroundings, options.report, context);
  return examination.isHealthy ? exitCodes.ok : exitCodes.no;
}
