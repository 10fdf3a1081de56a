/** WSM-01, WSM-04: a file of the workspace, from disk and not from a buffer. */
import { errorCodes, RpcError } from "@tandem/protocol";
import { readTextFile } from "../files/read-text.js";
import type { WorkspaceRequest } from "./request.js";
import { refuseWithheld } from "./withheld.js";

export const readFile: WorkspaceRequest<"readFile" | "files/read"> = async (
  { path: given },
  { workspace, privacy, maxMessageBytes },
) => {
  const path = await workspace.confine(given);
  refuseWithheld(path, given, privacy);
  const file = await readTextFile(path, maxMessageBytes);
  if (file.kind === "text") return file.text;
  const why = file.kind === "missing" ? "File not found" : file.why;
  throw new RpcError(errorCodes.internalError, `failed to read file: ${why}`);
};
