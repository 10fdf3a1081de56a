/** WSM-06: the files of the first folder, by a glob if one is given. */
import { errorCodes, RpcError } from "@tandem/protocol";
import zeptomatch from "zeptomatch";
import { messageOf } from "../errors.js";
import { listFiles as list } from "../files/list-files.js";
import type { RequestContext, WorkspaceRequest } from "./request.js";

/** The shared files of the first folder; none when no folder is open or sharing is paused. */
export async function sharedFiles({ workspace, privacy, signal }: RequestContext): Promise<string[]> {
  const [folder] = workspace.folders;
  if (folder === undefined || privacy.isPaused) return [];
  const matches = privacy.snapshot();
  return await list(folder, {
    signal,
    isWithheld: (path, isLink) => (isLink ? privacy.isWithheld(path) : matches(path)),
  });
}

function matcher(pattern: string): (path: string) => boolean {
  // A pattern without a slash is a file name and fits at every depth, as people know it from .gitignore and ripgrep.
  const glob = pattern.includes("/") ? pattern.replace(/^\.?\//, "") : `**/${pattern}`;
  try {
    const expression = zeptomatch.compile(glob);
    return (path) => expression.test(path);
  } catch (error) {
    throw new RpcError(errorCodes.invalidParams, `listFiles: "pattern" is no glob: ${messageOf(error)}`);
  }
}

export const listFiles: WorkspaceRequest<"listFiles"> = async ({ pattern }, context) => {
  const isWanted = pattern ? matcher(pattern) : () => true;
  return (await sharedFiles(context)).filter(isWanted);
};
