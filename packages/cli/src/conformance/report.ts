/** The progress and the report of `tandem conformance`, for endpoints and clients. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "@tandem-ide/base";
import type { CheckResult, Report } from "@tandem-ide/conformance";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { ProgressLine } from "../progress-line.js";
import { visibleName } from "../visible.js";

/** The kit is large, so it is loaded after the command line has been checked. */
export const loadKit = () => import("@tandem-ide/conformance");

export interface ReportOptions {
  readonly format?: "text" | "json" | "junit";
  readonly json?: true;
  readonly output?: string;
}

export class CheckProgress extends ProgressLine {
  #done = 0;
  #failed = 0;

  add({ name, status }: CheckResult): void {
    this.#done++;
    if (status === "fail") this.#failed++;
    const failures = this.#failed > 0 ? `, ${this.#failed} failed` : "";
    this.show(`${this.#done} checked${failures}: ${name}`);
  }
}

async function format(report: Report, options: ReportOptions, color: boolean): Promise<string> {
  const { formatJson, formatJunit, formatText } = await loadKit();
  switch (options.json ? "json" : options.format) {
    case "json":
      return formatJson(report);
    case "junit":
      return formatJunit(report);
    default:
      return formatText(report, { color });
  }
}

function summary({ pass, fail, notApplicable }: Report["counts"]): string {
  return `${pass} passed, ${fail} failed, ${notApplicable} not applicable`;
}

/** Prints the report, or writes it to the file in `--output`. */
export async function deliver(report: Report, options: ReportOptions, { cwd, out, err }: Context): Promise<void> {
  if (options.output === undefined) {
    out.write(await format(report, options, out.colors.isColorSupported));
    return;
  }
  try {
    await writeFile(resolve(cwd, options.output), await format(report, options, false));
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `Can't write the report: ${messageOf(error)}`);
  }
  err.line(`${summary(report.counts)}. Report written to ${visibleName(options.output)}`);
}
