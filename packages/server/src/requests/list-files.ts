/** WSM-06: the files of the first folder, by a glob if one is given. */
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

export const listFiles: WorkspaceRequest<"listFiles"> = async ({ pattern }, context) => {
  const isWanted = pattern ? matcher(pattern) : () => true;
  return (await sharedFiles(context)).filter(isWanted);
};
