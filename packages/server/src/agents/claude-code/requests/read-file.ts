/** WSM-01, WSM-04: reads a file of the workspace from disk. */
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import { describeFileError } from "../../../hub/files/file-error.js";
import { type PinnedFolder, pinFolder } from "../../../hub/files/pinned-folder.js";
import { readTextFile, type TextFile } from "../../../hub/files/read-text.js";
import { confine, refuseHidden } from "./confine.js";
import type { WorkspaceRequest } from "./request.js";

/** Reads the file at a real path, without following links that were added since it was resolved. */
async function readInPlace(path: string, maxBytes: number): Promise<TextFile> {
  let folder: PinnedFolder;
  try {
    folder = pinFolder(dirname(path));
  } catch (error) {
    return systemErrorCode(error) === "ENOENT" ? { kind: "missing" } : { kind: "unfit", why: describeFileError(error) };
  }
  try {
    return await readTextFile(join(folder.path, basename(path)), maxBytes, { followsLinks: false });
  } finally {
    folder.close();
  }
}

export const readFile: WorkspaceRequest<"readFile" | "files/read"> = async (
  { path: given },
  { hub: { workspace, privacy }, settings: { maxMessageBytes } },
) => {
  const path = await confine(workspace, given);
  refuseHidden(path, given, privacy);
  const file = await readInPlace(path, maxMessageBytes);
  if (file.kind === "text") return file.text;
  const why = file.kind === "missing" ? "File not found" : file.why;
  throw new RpcError(errorCodes.internalError, `failed to read file: ${why}`);
};
