/** WSM-01, WSM-04: a file of the workspace, from disk and not from a buffer. */
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem/base";
import { errorCodes, RpcError } from "@tandem/protocol";
import { type HeldFolder, holdFolder } from "../../../hub/files/held-folder.js";
import { readTextFile, type TextFile } from "../../../hub/files/read-text.js";
import { whyUnreadable } from "../../../hub/files/why-unreadable.js";
import { confine } from "./confine.js";
import type { WorkspaceRequest } from "./request.js";
import { refuseWithheld } from "./withheld.js";

/** Reads what is at a real path itself, and not what a link leads to that was put in its way since. */
async function readInPlace(path: string, maxBytes: number): Promise<TextFile> {
  let folder: HeldFolder;
  try {
    folder = holdFolder(dirname(path));
  } catch (error) {
    return systemErrorCode(error) === "ENOENT" ? { kind: "missing" } : { kind: "unfit", why: whyUnreadable(error) };
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
  refuseWithheld(path, given, privacy);
  const file = await readInPlace(path, maxMessageBytes);
  if (file.kind === "text") return file.text;
  const why = file.kind === "missing" ? "File not found" : file.why;
  throw new RpcError(errorCodes.internalError, `failed to read file: ${why}`);
};
