/** WSM-07: information about the first folder. */
import { basename } from "node:path";
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import { sharedFiles } from "./list-files.js";
import type { WorkspaceRequest } from "./request.js";

export const getWorkspaceInfo: WorkspaceRequest<"getWorkspaceInfo"> = async (_params, context) => {
  const [path] = context.hub.workspace.folders;
  if (path === undefined) throw new RpcError(errorCodes.internalError, "No folder is open in the editor");
  const { count } = await sharedFiles(context);
  return { name: basename(path), path, fileCount: count, type: context.hub.editor.workspaceType ?? "folder" };
};
