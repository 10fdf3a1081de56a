/** WSM-09: the active file, or null when there is none, it is outside the workspace, or it may not be shared. */
import { errorCodes, RpcError } from "@tandem/protocol";
import type { WorkspaceRequest } from "./request.js";

export const getCurrentFile: WorkspaceRequest<"getCurrentFile"> = async (
  _params,
  { hub: { editor, workspace, privacy, call }, signal },
) => {
  if (!editor.currentSelection)
    throw new RpcError(errorCodes.methodNotFound, `${editor.name} cannot tell which file is active`);
  const selection = await call("getCurrentFile", signal, (inner) => editor.currentSelection?.(inner));
  if (!selection || privacy.judge(selection.path)) return null;
  return workspace.nameOf(selection.path) ?? null;
};
