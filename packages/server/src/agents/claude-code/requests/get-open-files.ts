/** WSM-08: the open files that belong to the workspace and may be shared. */
import { errorCodes, RpcError } from "@tandem/protocol";
import type { WorkspaceRequest } from "./request.js";

export const getOpenFiles: WorkspaceRequest<"getOpenFiles"> = async (
  _params,
  { hub: { editor, workspace, privacy, call }, signal },
) => {
  if (!editor.openEditors)
    throw new RpcError(errorCodes.methodNotFound, `${editor.name} cannot tell which files are open`);
  const tabs = await call("getOpenFiles", signal, (inner) => editor.openEditors?.(inner));
  const names = (tabs ?? [])
    .filter((tab) => !tab.isUntitled && !privacy.judge(tab.path))
    .map((tab) => workspace.nameOf(tab.path))
    .filter((name) => name !== undefined);
  return [...new Set(names)];
};
