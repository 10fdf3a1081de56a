/** WSM-09: the active file, or null if there isn't one or it is hidden or outside the workspace. */
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import type { WorkspaceRequest } from "./request.js";

export const getCurrentFile: WorkspaceRequest<"getCurrentFile"> = async (
  _params,
  { hub: { editor, workspace, privacy, call }, signal },
) => {
  if (!editor.currentSelection)
    throw new RpcError(errorCodes.methodNotFound, `${editor.name} doesn't report the active file`);
  const selection = await call("getCurrentFile", signal, (inner) => editor.currentSelection?.(inner));
  if (!selection || privacy.checkRules(selection.path)) return null;
  return workspace.nameOf(selection.path) ?? null;
};
