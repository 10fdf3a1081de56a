/** `tandem conformance`: is that endpoint right, or with `--client` that client? */
import { resolve } from "node:path";
import { messageOf } from "@tandem/base";
import type { CheckResult, Report } from "@tandem/conformance";
import type { WorkspaceRequestMode } from "@tandem/protocol/plain";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { type ClientOptions, judgeClient } from "./client.js";
import { deliver, loadKit, showProgress } from "./report.js";

export interface ConformanceOptions extends ClientOptions {
  readonly client?: true;
  readonly slow?: true;
  readonly mayWrite?: true;
  readonly requests?: WorkspaceRequestMode;
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
  const { configDir, only, skip, requests } = options;
  const discovery = await findEditors(context, options);
  const wish = {
    exitCode: exitCodes.cannotStart,
    commandFor: (named: number) => `tandem conformance ${named}`,
    ...(port !== undefined && { port }),
  };
  const { lockFile } = await pickEditor(context, discovery, wish);
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
          ...(requests && { requests }),
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

function wrongUsage(message: string, ...advice: string[]): CommandError {
  return new CommandError(exitCodes.cannotStart, message, [
    ...advice,
    "See how it is used with: tandem conformance --help",
  ]);
}

function checkClientOptions([first = ""]: readonly string[], { slow, mayWrite, requests }: ConformanceOptions): void {
  if (/^\d+$/.test(first))
    throw wrongUsage(
      `--client judges a client, which has no port: ${first} cannot be meant.`,
      `To judge the endpoint on that port: tandem conformance ${first}`,
    );
  // Ignored without a word they would look as if they had been heeded.
  if (slow) throw wrongUsage("--slow is for endpoints: with --client there is nothing slow.");
  if (mayWrite) throw wrongUsage("--may-write is for endpoints. With --client there is --accept, for edits.");
  if (requests) throw wrongUsage("--requests is for endpoints: a client does not say what it may do.");
}

function portIn([first, ...rest]: readonly string[], { timeout, accept }: ConformanceOptions): number | undefined {
  if (timeout !== undefined) throw wrongUsage("--timeout is for clients: it needs --client.");
  if (accept) throw wrongUsage("--accept is for clients: it needs --client.");
  if (first === undefined) return undefined;
  const port = Number(first);
  if (rest.length > 0 || !/^\d+$/.test(first) || port < 1 || port > 65535)
    throw wrongUsage(
      `${[first, ...rest].join(" ")} is no port. A port is a whole number from 1 to 65535.`,
      "To judge a client that a command starts: tandem conformance --client -- command",
    );
  return port;
}

export async function conformance(
  words: readonly string[],
  options: ConformanceOptions,
  context: Context,
): Promise<number> {
  checkPortPlace(options);
  if (options.client) checkClientOptions(words, options);
  const report = options.client
    ? await judgeClient(words, options, context)
    : await check(portIn(words, options), options, context);
  await deliver(report, options, context);
  return report.counts.fail > 0 ? exitCodes.no : exitCodes.ok;
}
