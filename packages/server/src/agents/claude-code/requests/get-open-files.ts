/** WSM-08: the open files in the workspace that aren't hidden. */
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import type { WorkspaceRequest } from "./request.js";

export const getOpenFiles: WorkspaceRequest<"getOpenFiles"> = async (
  _params,
  { hub: { editor, workspace, privacy, call }, signal },
) => {
  if (!editor.openEditors) throw new RpcError(errorCodes.methodNotFound, `${editor.name} doesn't report open files`);
  const tabs = await call("getOpenFiles", signal, (inner) => editor.openEditors?.(inner));
  const names = (tabs ?? [])
    .filter((tab) => !tab.isUntitled && !privacy.checkRules(tab.path))
    .map((tab) => workspace.nameOf(tab.path))
    .filter((name) => name !== undefined);
  return [...new Set(names)];
};
