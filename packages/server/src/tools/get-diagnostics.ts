/** TOOL-07: diagnostics, within the client's patience: it waits 500 ms for one file and 2 s for all (docs/protocol.md, section 5). */
import { existsSync } from "node:fs";
import type { Clock, DiagnosticsAnswer, FileDiagnostics } from "@tandem/base";
import { type DiagnosticsResult, errorCodes, pathsOfFileUri, RpcError, toRawFileUri } from "@tandem/protocol";
import { redact } from "../diagnostics/redact.js";
import { judgeOfMany } from "../privacy-of-many.js";
import { failure, json, type Tool, type ToolContext } from "./tool.js";

/** When the editor is told to answer with what it has, and when the answer goes out without it. */
const patience = {
  oneFile: { ask: 400, answer: 450 },
  allFiles: { ask: 1750, answer: 1800 },
};

function pathOf(uri: string, context: ToolContext): string {
  const paths = pathsOfFileUri(uri);
  const [likeliest] = paths;
  if (likeliest === undefined)
    throw new RpcError(errorCodes.invalidParams, `getDiagnostics: "uri" must be a file:// URI, not ${uri}`);
  return context.workspace.absolute(paths.find((path) => existsSync(path)) ?? likeliest);
}

/**
 * A URI in the form of the question: Claude Code asks with raw paths and recognises no others in the answer. It is also
 * the one that asks for all files.
 */
function uriOf(filePath: string, path: string | undefined, asked: string | undefined): string {
  return asked?.startsWith("file:") && filePath === path ? asked : toRawFileUri(filePath);
}

/** Whether this much time has passed since now. */
function lateAfter(clock: Clock, ms: number): () => boolean {
  const start = clock.now();
  return () => clock.now() - start > ms;
}

/** Asks the editor and gives up in time; then what was last known has to do, and the log says so. */
async function ask(path: string | undefined, context: ToolContext): Promise<readonly FileDiagnostics[]> {
  const { editor, clock, diagnostics: known, log, signal } = context;
  const limits = path === undefined ? patience.allFiles : patience.oneFile;
  const controller = new AbortController();
  const cancelAsk = clock.after(limits.ask, () => controller.abort(new Error("The client's patience is at its end")));
  const stop = () => controller.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  let cancelAnswer = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancelAnswer = clock.after(limits.answer, () => resolve(undefined));
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
    if (!answer) return known.get(path);
    known.set(path, answer.files);
    return answer.files;
  } finally {
    cancelAsk();
    cancelAnswer();
    signal.removeEventListener("abort", stop);
  }
}

export const getDiagnostics: Tool<"getDiagnostics"> = async ({ uri }, context) => {
  const { privacy, workspace, sources, clock } = context;
  const isLate = lateAfter(clock, uri ? patience.oneFile.answer : patience.allFiles.answer);
  const path = uri ? pathOf(uri, context) : undefined;
  const withheld = path === undefined ? undefined : privacy.judge(path);
  if (withheld) return failure(withheld.message);
  const told = await ask(path, context);
  const verdict = judgeOfMany(privacy);
  const shared = told.filter((file) => !verdict(file.path));
  const files = await redact(shared, { sources, folders: workspace.folders, isLate });
  if (path !== undefined && files.length === 0) return json([{ uri: uriOf(path, path, uri), diagnostics: [] }]);
  const result: DiagnosticsResult = files.map((file) => ({
    uri: uriOf(file.path, path, uri),
    diagnostics: file.diagnostics.map(({ message, severity, range, source, code }) => ({
      message,
      severity,
      range,
      ...(source !== undefined && { source }),
      ...(code !== undefined && { code }),
    })),
  }));
  return json(result);
};
