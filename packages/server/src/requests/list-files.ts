/** WSM-06: the files of the first folder, by a glob if one is given. */
import { setImmediate } from "node:timers/promises";
import { errorCodes, RpcError } from "@tandem/protocol";
import { messageOf } from "../errors.js";
import { compileGlob } from "../files/glob.js";
import { listFiles as list } from "../files/list-files.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";

/** The shared files of the first folder; none when no folder is open or sharing is paused. */
export async function sharedFiles({ workspace, privacy, signal }: WorkspaceRequestContext): Promise<string[]> {
  const [folder] = workspace.folders;
  if (folder === undefined || privacy.isPaused) return [];
  const matches = privacy.snapshot();
  return await list(folder, {
    signal,
    isWithheld: (path, isLink) => (isLink ? privacy.judge(path) !== undefined : matches(path)),
  });
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
async function pick(paths: string[], isWanted: (path: string) => boolean, signal: AbortSignal): Promise<string[]> {
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
  const paths = await sharedFiles(context);
  return isWanted ? await pick(paths, isWanted, context.signal) : paths;
};
