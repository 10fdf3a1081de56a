/** WSM-06: the files of the first folder, optionally filtered by a glob. */
import { setImmediate } from "node:timers/promises";
import { messageOf } from "@tandem-ide/base";
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import { compileGlob } from "../../../hub/files/glob.js";
import { FileList } from "./file-list.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";

const none = new FileList([]);

/** Returns the files of the first folder that aren't hidden. */
export async function sharedFiles(context: WorkspaceRequestContext): Promise<FileList> {
  const { hub, files, signal } = context;
  const [folder] = hub.workspace.folders;
  return folder === undefined ? none : await files.list(folder, signal);
}

function matcher(pattern: string): (path: string) => boolean {
  try {
    return compileGlob(pattern);
  } catch (error) {
    throw new RpcError(errorCodes.invalidParams, `listFiles: invalid "pattern": ${messageOf(error)}`);
  }
}

/** How long matching may block the event loop at a time. */
const sliceMs = 10;

/** Filters the paths with pauses, because some patterns are slow for some names. */
async function filterPaths(
  paths: readonly string[],
  matches: (path: string) => boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const matching: string[] = [];
  let startedAt = performance.now();
  for (const path of paths) {
    if (matches(path)) matching.push(path);
    if (performance.now() - startedAt < sliceMs) continue;
    await setImmediate();
    signal.throwIfAborted();
    startedAt = performance.now();
  }
  return matching;
}

export const listFiles: WorkspaceRequest<"listFiles"> = async ({ pattern }, context) => {
  const matches = pattern ? matcher(pattern) : undefined;
  const files = await sharedFiles(context);
  return matches ? await filterPaths(files.paths(), matches, context.signal) : files.json();
};
