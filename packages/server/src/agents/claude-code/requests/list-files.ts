/** WSM-06: the files of the first folder, by a glob if one is given. */

import { setImmediate } from "node:timers/promises";
import { messageOf } from "@tandem/base";
import { errorCodes, RpcError } from "@tandem/protocol";
import { compileGlob } from "../../../hub/files/glob.js";
import { FileList } from "./file-list.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";

const none = new FileList([]);

/** The shared files of the first folder; none when no folder is open. */
export async function sharedFiles(context: WorkspaceRequestContext): Promise<FileList> {
  const { hub, files, signal } = context;
  const [folder] = hub.workspace.folders;
  return folder === undefined ? none : await files.list(folder, signal);
}

function matcher(pattern: string): (path: string) => boolean {
  try {
    return compileGlob(pattern);
  } catch (error) {
    throw new RpcError(errorCodes.invalidParams, `listFiles: "pattern" is no use: ${messageOf(error)}`);
  }
}

/** How long a pattern may keep everybody else waiting at a time. */
const sliceMs = 10;

/** What a test picks, with pauses in which others are answered: some patterns take long with some names. */
async function pick(
  paths: readonly string[],
  isWanted: (path: string) => boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const picked: string[] = [];
  let began = performance.now();
  for (const path of paths) {
    if (isWanted(path)) picked.push(path);
    if (performance.now() - began < sliceMs) continue;
    await setImmediate();
    signal.throwIfAborted();
    began = performance.now();
  }
  return picked;
}

export const listFiles: WorkspaceRequest<"listFiles"> = async ({ pattern }, context) => {
  const isWanted = pattern ? matcher(pattern) : undefined;
  const files = await sharedFiles(context);
  return isWanted ? await pick(files.paths(), isWanted, context.signal) : files.json();
};
