/** What both halves of `tandem conformance` share: progress while it runs, and the report at its end. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "@tandem/base";
import type { CheckResult, Report } from "@tandem/conformance";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import type { Output } from "../output.js";
import { cutTo } from "../table.js";
import { visibleName } from "../visible.js";

/** The kit is big: what is wrong with the command line is told before it is loaded. */
export const loadKit = () => import("@tandem/conformance");

export interface ReportOptions {
  readonly format?: "text" | "json" | "junit";
  readonly json?: true;
  readonly output?: string;
}

export interface Progress {
  tell(result: CheckResult): void;
  end(): void;
}

/** One line that is written over and over; on anything but a terminal there is none. */
export function showProgress(err: Output): Progress {
  if (!err.isTerminal) return { tell: () => {}, end: () => {} };
  const start = "\r\u001b[K";
  let done = 0;
  let failed = 0;
  return {
    tell: ({ name, status }) => {
      done++;
      if (status === "fail") failed++;
      const failures = failed > 0 ? `, ${failed} failed` : "";
      err.write(start + cutTo(`${done} checked${failures}: ${name}`, err.columns - 1, "end"));
    },
    end: () => err.write(start),
  };
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

/** Prints the report, or writes it where that was asked for. */
export async function deliver(report: Report, options: ReportOptions, { cwd, out, err }: Context): Promise<void> {
  if (options.output === undefined) {
    out.write(await format(report, options, out.colors.isColorSupported));
    return;
  }
  try {
    await writeFile(resolve(cwd, options.output), await format(report, options, false));
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `The report was not written: ${messageOf(error)}`);
  }
  err.line(`${summary(report.counts)}. The report is in ${visibleName(options.output)}`);
}
