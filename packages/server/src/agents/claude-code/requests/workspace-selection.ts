/** WSM-02: the current selection and the cursor, for a file in the workspace. */
import { errorCodes, RpcError, toSelectionRange } from "@tandem-ide/protocol";
import { describeSelection } from "../notifications.js";
import { noActiveEditor } from "../tools/get-current-selection.js";
import type { WorkspaceRequest } from "./request.js";

export const workspaceSelection: WorkspaceRequest<"workspace/selection"> = async (
  _params,
  { hub: { editor, workspace, privacy, call }, signal },
) => {
  if (!editor.currentSelection)
    throw new RpcError(errorCodes.methodNotFound, `${editor.name} doesn't report the selection`);
  const selection = await call("workspace/selection", signal, (inner) => editor.currentSelection?.(inner));
  if (!selection) return { success: false, message: noActiveEditor };
  const hidden = privacy.checkRules(selection.path);
  if (hidden) return { success: false, message: hidden.message };
  if (workspace.nameOf(selection.path) === undefined)
    return { success: false, message: "The active file is outside the workspace" };
  const cursor = selection.cursor ?? toSelectionRange(selection.range).end;
  return { success: true, ...describeSelection(selection), cursor };
};
