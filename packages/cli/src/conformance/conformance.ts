/** `tandem conformance`: checks an endpoint, or a client with `--client`. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf } from "@tandem-ide/base";
import type { CheckResult, Report } from "@tandem-ide/conformance";
import type { WorkspaceRequestMode } from "@tandem-ide/protocol/schema-free";
import { type AgentFile, agentFiles, agentFilesFor } from "../agent-files.js";
import type { Context } from "../context.js";
import { pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { portArgument } from "../options.js";
import { type ClientOptions, checkClient } from "./client.js";
import { CheckProgress, deliver, loadKit } from "./report.js";

export interface ConformanceOptions extends ClientOptions {
  readonly client?: true;
  readonly agent: "claude-code" | "gemini";
  readonly slow?: true;
  readonly mayWrite?: true;
  readonly requests?: WorkspaceRequestMode;
}

function interrupted(results: readonly CheckResult[], total: number | undefined): string {
  const failed = results.filter(({ status }) => status === "fail").map(({ name }) => name);
  const done = total === undefined ? `${results.length}` : `${results.length} of ${total}`;
  return `Interrupted after ${done} checks. Failed so far: ${failed.join(", ") || "none"}.`;
}

/** Checks that the port isn't at the end of `--only` or `--skip`, which accept several values. */
function checkPortPosition({ only, skip }: ConformanceOptions): void {
  for (const [option, ids = []] of [
    ["--only", only],
    ["--skip", skip],
  ] as const) {
    const port = ids.at(-1);
    if (port === undefined || !/^\d+$/.test(port)) continue;
    const right = ["tandem conformance", port, ...(ids.length > 1 ? [option, ...ids.slice(0, -1)] : [])].join(" ");
    throw new CommandError(exitCodes.cannotStart, `${option} ${port}: ${port} isn't the name of a check.`, [
      `Put the port first: ${right}`,
    ]);
  }
}

const ignore = () => {};

async function checkEndpoint(port: number | undefined, options: ConformanceOptions, context: Context): Promise<Report> {
  const { err, lifecycle } = context;
  const { configDir, only, skip, requests } = options;
  const { lockFile } = await pickEditor(context, options, {
    exitCode: exitCodes.cannotStart,
    commandFor: (other) => `tandem conformance ${other}`,
    port,
  });
  const { listChecks, runConformance } = await loadKit();
  const progress = new CheckProgress(err);
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
            progress.add(result);
          },
        },
      ).finally(() => progress.clear());
    } catch (error) {
      if (lifecycle.signal.aborted) err.line(interrupted(results, only || skip ? undefined : listChecks().length));
      throw new CommandError(exitCodes.cannotStart, messageOf(error));
    }
  };
  const running = run();
  // An interrupted run still removes its directories.
  lifecycle.defer(() => running.then(ignore, ignore));
  return await running;
}

/** Returns the discovery file of the editor on this port, or of the one that has this folder open. */
function geminiFile(port: number | undefined, context: Context): string {
  const isForGemini = ({ agent }: AgentFile) => agent === "gemini";
  const found =
    port === undefined
      ? agentFilesFor(realpathSync(context.cwd), context).find(isForGemini)
      : agentFiles(context).find((each) => isForGemini(each) && each.port === port);
  if (found) return found.file;
  throw new CommandError(
    exitCodes.cannotStart,
    `No editor serves Gemini CLI ${port === undefined ? "in this folder" : `on port ${port}`}.`,
    ["Start one: tandem serve --agents claude-code,gemini"],
  );
}

/** Checks what Gemini CLI needs. */
async function checkForGemini(
  port: number | undefined,
  options: ConformanceOptions,
  context: Context,
): Promise<Report> {
  const { only, skip } = options;
  const file = geminiFile(port, context);
  const { runGeminiConformance } = await loadKit();
  const progress = new CheckProgress(context.err);
  try {
    return await runGeminiConformance(file, {
      ...(only && { only }),
      ...(skip && { skip }),
      onResult: (result) => progress.add(result),
    });
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, messageOf(error));
  } finally {
    progress.clear();
  }
}

function wrongUsage(message: string, ...advice: string[]): CommandError {
  return new CommandError(exitCodes.cannotStart, message, [...advice, "Usage: tandem conformance --help"]);
}

function checkClientOptions([first = ""]: readonly string[], { slow, mayWrite, requests }: ConformanceOptions): void {
  if (/^\d+$/.test(first))
    throw wrongUsage(
      `--client doesn't accept a port: ${first}.`,
      `To check the endpoint on this port: tandem conformance ${first}`,
    );
  if (slow) throw wrongUsage("--slow can't be combined with --client.");
  if (mayWrite) throw wrongUsage("--may-write can't be combined with --client. To accept a client's edits: --accept");
  if (requests) throw wrongUsage("--requests can't be combined with --client.");
}

function portIn([first, ...rest]: readonly string[], { timeout, accept }: ConformanceOptions): number | undefined {
  if (timeout !== undefined) throw wrongUsage("--timeout needs --client.");
  if (accept) throw wrongUsage("--accept needs --client.");
  if (first === undefined) return undefined;
  try {
    return portArgument([first, ...rest].join(" "));
  } catch (error) {
    throw wrongUsage(
      messageOf(error),
      "To check a client that a command starts: tandem conformance --client -- command",
    );
  }
}

export async function conformance(
  args: readonly string[],
  options: ConformanceOptions,
  context: Context,
): Promise<number> {
  checkPortPosition(options);
  if (options.client) checkClientOptions(args, options);
  const report = options.client
    ? await checkClient(args, options, context)
    : await (options.agent === "gemini" ? checkForGemini : checkEndpoint)(portIn(args, options), options, context);
  await deliver(report, options, context);
  return report.counts.fail > 0 ? exitCodes.no : exitCodes.ok;
}
