/** `tandem conformance`: is that endpoint right? */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { CheckResult, Report } from "@tandem/conformance";
import { type Command, Option } from "commander";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes, messageOf } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { configDirOption, jsonOption, parsePort } from "../options.js";
import type { Output } from "../output.js";
import { cutTo } from "../table.js";

/** The kit is big, and needed by no other command. */
const loadKit = () => import("@tandem/conformance");

const formats = ["text", "json", "junit"] as const;

interface ConformanceOptions {
  readonly configDir?: string;
  readonly format?: (typeof formats)[number];
  readonly json?: true;
  readonly output?: string;
  readonly only?: string[];
  readonly skip?: string[];
  readonly slow?: true;
  readonly mayWrite?: true;
}

/** One line that is written over and over; on anything but a terminal there is none. */
function showProgress(err: Output): { tell(result: CheckResult): void; end(): void } {
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

async function format(report: Report, options: ConformanceOptions, color: boolean): Promise<string> {
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

/** What a run has found that did not come to its end; `total` where it is known. */
function interrupted(results: readonly CheckResult[], total: number | undefined): string {
  const failed = results.filter(({ status }) => status === "fail").map(({ name }) => name);
  const done = total === undefined ? `${results.length}` : `${results.length} of ${total}`;
  return `Interrupted after ${done} checks; failed so far: ${failed.join(", ") || "none"}.`;
}

/** An option that takes several words takes the port after them too. */
function checkPortPlace({ only, skip }: ConformanceOptions): void {
  for (const [option, words = []] of [
    ["--only", only],
    ["--skip", skip],
  ] as const) {
    const port = words.at(-1);
    if (port === undefined || !/^\d+$/.test(port)) continue;
    const right = ["tandem conformance", port, ...(words.length > 1 ? [option, ...words.slice(0, -1)] : [])].join(" ");
    throw new CommandError(exitCodes.cannotStart, `${option} takes ${port} for the name of a check.`, [
      `Put the port first: ${right}`,
    ]);
  }
}

const nothing = () => {};

async function check(port: number | undefined, options: ConformanceOptions, context: Context): Promise<Report> {
  const { err, lifecycle } = context;
  const { configDir, only, skip } = options;
  const discovery = await findEditors(context, options);
  const wish = {
    exitCode: exitCodes.cannotStart,
    commandFor: (named: number) => `tandem conformance ${named}`,
    ...(port !== undefined && { port }),
  };
  const { lockFile } = pickEditor(context, discovery, wish);
  const { listChecks, runConformance } = await loadKit();
  const progress = showProgress(err);
  const results: CheckResult[] = [];
  const run = async () => {
    try {
      return await runConformance(
        { lockFile },
        {
          slow: options.slow ?? false,
          mayWrite: options.mayWrite ?? false,
          ...(only && { only }),
          ...(skip && { skip }),
          ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
          signal: lifecycle.signal,
          onResult: (result) => {
            results.push(result);
            progress.tell(result);
          },
        },
      ).finally(progress.end);
    } catch (error) {
      if (lifecycle.signal.aborted) err.line(interrupted(results, only || skip ? undefined : listChecks().length));
      throw new CommandError(exitCodes.cannotStart, messageOf(error));
    }
  };
  const running = run();
  // A run that is interrupted still has directories to remove.
  lifecycle.defer(() => running.then(nothing, nothing));
  return await running;
}

async function conformance(port: number | undefined, options: ConformanceOptions, context: Context): Promise<number> {
  const { out, err } = context;
  checkPortPlace(options);
  const report = await check(port, options, context);
  if (options.output === undefined) out.write(await format(report, options, out.colors.isColorSupported));
  else {
    try {
      await writeFile(resolve(context.cwd, options.output), await format(report, options, false));
    } catch (error) {
      throw new CommandError(exitCodes.cannotStart, `The report was not written: ${messageOf(error)}`);
    }
    err.line(`${summary(report.counts)}. The report is in ${options.output}`);
  }
  return report.counts.fail > 0 ? exitCodes.no : exitCodes.ok;
}

export function addConformance(program: Command, context: Context): void {
  program
    .command("conformance")
    .description("check an editor's endpoint, requirement by requirement")
    .argument("[port]", "the editor on this port; by default the one that Claude Code would take", parsePort)
    .addOption(configDirOption())
    .addOption(new Option("--format <format>", "how to print the report").choices(formats).default("text"))
    .option("--output <file>", "write the report there")
    .option("--only <id...>", "only these sections (CON), requirements (CON-03) or checks (CON-03/ping)")
    .option("--skip <id...>", "all but these")
    .option("--slow", "also the checks that take long")
    .option("--may-write", "also those that make files in the workspace; they are removed again")
    .addOption(jsonOption("the same as --format json"))
    .addHelpText(
      "after",
      helpText(
        {
          examples: [
            ["tandem conformance", "the editor of this folder"],
            ["tandem conformance 41234", "the one on that port"],
            ["tandem conformance 41234 --only AUTH CON-03", "a part of it; the port comes first"],
            ["tandem conformance --format junit --output report.xml", "for a build server"],
          ],
          exits: [
            [0, "every check passed or does not apply"],
            [1, "some failed"],
            [2, "it could not run"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (port: number | undefined, options: ConformanceOptions) =>
      context.exitWith(await conformance(port, options, context)),
    );
}
