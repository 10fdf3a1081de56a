/** Diagnostics as clients may see them: asked for within their patience, without hidden files, nothing of those quoted. */
import type { DiagnosticsAnswer, FileDiagnostics } from "@tandem/base";
import type { Hub } from "../hub.js";
import { judgeOfMany } from "../privacy/privacy-of-many.js";
import { redact } from "./redact.js";

/** When the editor is told to answer with what it has, and when the answer goes out without it. In ms. */
export interface Patience {
  readonly ask: number;
  readonly answer: number;
}

/** Of one file, or with undefined of all that are known. */
export async function diagnosticsOf(
  hub: Hub,
  path: string | undefined,
  patience: Patience,
  signal: AbortSignal,
): Promise<readonly FileDiagnostics[]> {
  const { privacy, workspace, sources, clock } = hub;
  const began = clock.now();
  const told = await ask(hub, path, patience, signal);
  const verdict = judgeOfMany(privacy);
  const shared = told.filter((file) => !verdict(file.path));
  const isLate = () => clock.now() - began > patience.answer;
  return await redact(shared, { sources, folders: workspace.folders, isLate });
}

/** Asks the editor and gives up in time; then what was last known has to do, and the log says so. */
async function ask(
  hub: Hub,
  path: string | undefined,
  patience: Patience,
  signal: AbortSignal,
): Promise<readonly FileDiagnostics[]> {
  const { editor, clock, log, knownDiagnostics } = hub;
  const controller = new AbortController();
  const cancelAsk = clock.after(patience.ask, () => controller.abort(new Error("The client's patience is at its end")));
  const stop = () => controller.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  let cancelAnswer = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancelAnswer = clock.after(patience.answer, () => resolve(undefined));
  });
  const asked = async (): Promise<DiagnosticsAnswer | undefined> => {
    try {
      return await editor.diagnostics?.(path, controller.signal);
    } catch (error) {
      // Most helpers reject when their signal aborts; for this question that means "nothing new in time".
      if (controller.signal.aborted && !signal.aborted) return undefined;
      throw error;
    }
  };
  try {
    const answer = await Promise.race([asked(), late]);
    if (!answer?.isCurrent) log.info("Diagnostics answered early: they may be older than the text", { path });
    if (!answer) return knownDiagnostics.get(path);
    knownDiagnostics.set(path, answer.files);
    return answer.files;
  } finally {
    cancelAsk();
    cancelAnswer();
    signal.removeEventListener("abort", stop);
  }
}
