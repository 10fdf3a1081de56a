/** Returns diagnostics for clients: within their timeout, without hidden files or quotes from them. */
import type { DiagnosticsAnswer, FileDiagnostics } from "@tandem-ide/base";
import type { Hub } from "../hub.js";
import { batchChecker } from "../privacy/batch-checker.js";
import { redact } from "./redact.js";
import { sourcesOf } from "./sources-of.js";

/** Timeouts in ms: `ask` tells the editor to return what it has, `answer` returns without it. */
export interface Timeouts {
  readonly ask: number;
  readonly answer: number;
}

/** Returns the diagnostics of one file, or of all files if `path` is undefined. */
export async function diagnosticsOf(
  hub: Hub,
  path: string | undefined,
  timeouts: Timeouts,
  signal: AbortSignal,
): Promise<readonly FileDiagnostics[]> {
  const { privacy, workspace, clock } = hub;
  const startedAt = clock.now();
  const reported = await ask(hub, path, timeouts, signal);
  const check = batchChecker(privacy);
  const shared = reported.filter((file) => !check(file.path));
  const isLate = () => clock.now() - startedAt > timeouts.answer;
  return await redact(shared, { sources: sourcesOf(hub), folders: workspace.folders, isLate });
}

/** Asks the editor. If it is late, returns the last known diagnostics and logs that. */
async function ask(
  hub: Hub,
  path: string | undefined,
  timeouts: Timeouts,
  signal: AbortSignal,
): Promise<readonly FileDiagnostics[]> {
  const { editor, clock, log, lastDiagnostics } = hub;
  const controller = new AbortController();
  const cancelAsk = clock.after(timeouts.ask, () => controller.abort(new Error("The client's timeout has passed")));
  const stop = () => controller.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  let cancelAnswer = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancelAnswer = clock.after(timeouts.answer, () => resolve(undefined));
  });
  const asked = async (): Promise<DiagnosticsAnswer | undefined> => {
    try {
      return await editor.diagnostics?.(path, controller.signal);
    } catch (error) {
      // Many implementations reject when their signal aborts. Here that means nothing new in time.
      if (controller.signal.aborted && !signal.aborted) return undefined;
      throw error;
    }
  };
  try {
    const answer = await Promise.race([asked(), late]);
    if (!answer?.isCurrent) log.info("Returned diagnostics early: they may be outdated", { path });
    if (!answer) return lastDiagnostics.get(path);
    lastDiagnostics.set(path, answer.files);
    return answer.files;
  } finally {
    cancelAsk();
    cancelAnswer();
    signal.removeEventListener("abort", stop);
  }
}
