/** Checks an endpoint for Gemini CLI. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { isRecord, messageOf } from "@tandem-ide/base";
import { type NamedCheck, outcomeOf, resultOf, selectChecks } from "../check.js";
import { type CheckResult, count, type Report } from "../report.js";
import { geminiChecks } from "./checks.js";
import { GeminiClient, type GeminiTarget } from "./wire.js";

/**
 * Options of a run for Gemini CLI.
 *
 * @example
 * const options: GeminiConformanceOptions = { only: ["GEM-02"] };
 */
export interface GeminiConformanceOptions {
  /** Run only these sections, requirements or checks. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly onResult?: (result: CheckResult) => void;
}

/**
 * Lists the checks for Gemini CLI in the order they run.
 *
 * @example
 * for (const { name, title } of listGeminiChecks()) console.log(name, title);
 */
export function listGeminiChecks(): NamedCheck[] {
  return geminiChecks.map(({ name, title }) => ({ name, title }));
}

async function readTarget(file: string): Promise<GeminiTarget> {
  const content: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!isRecord(content) || typeof content.port !== "number" || typeof content.authToken !== "string")
    throw new Error(`${file} has no port or no authToken.`);
  return { port: content.port, token: content.authToken, file, content };
}

/**
 * Checks an endpoint for Gemini CLI, given its discovery file. Its editor shows reviews for a moment. Rejects if the file can't be
 * read, or if a name in `only` or `skip` is unknown.
 *
 * @example
 * const report = await runGeminiConformance("/tmp/gemini/ide/gemini-ide-server-4242-41234.json");
 */
export async function runGeminiConformance(file: string, options: GeminiConformanceOptions = {}): Promise<Report> {
  const checks = selectChecks(geminiChecks, options, "check", "GEM-05/closes");
  const target = await readTarget(file);
  const { workspacePath, ideInfo } = target.content;
  const [folder = ""] = typeof workspacePath === "string" ? workspacePath.split(delimiter) : [];
  const started = performance.now();
  const results: CheckResult[] = [];
  for (const check of checks) {
    const start = performance.now();
    const open: GeminiClient[] = [];
    const client = () => {
      const one = new GeminiClient(target);
      open.push(one);
      return one;
    };
    const context = {
      client,
      session: () => client().connect(),
      path: join(folder, `conformance-${randomUUID()}.txt`),
    };
    const outcome = await check.run(context).then(
      () => ({ status: "pass" as const }),
      (error: unknown) =>
        outcomeOf(error) ?? { status: "fail" as const, expected: "the check to finish", seen: messageOf(error) },
    );
    await Promise.all(open.map((each) => each.close()));
    const result = resultOf(check, outcome, target.token, performance.now() - start);
    results.push(result);
    options.onResult?.(result);
  }
  const name = isRecord(ideInfo) && typeof ideInfo.displayName === "string" ? { ideName: ideInfo.displayName } : {};
  return {
    target: { port: target.port, lockFile: file, ...name },
    results,
    counts: count(results),
    durationMs: Math.round(performance.now() - started),
  };
}
