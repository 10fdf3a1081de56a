/** WSM-02: the current selection and the cursor, of a file inside the workspace. */
import { errorCodes, RpcError, toSelectionRange } from "@tandem/protocol";
import { describeSelection } from "../notifications.js";
import { noActiveEditor } from "../tools/get-current-selection.js";
import type { WorkspaceRequest } from "./request.js";

export const workspaceSelection: WorkspaceRequest<"workspace/selection"> = async (
  _params,
  { hub: { editor, workspace, privacy, call }, signal },
) => {
  if (!editor.currentSelection)
    throw new RpcError(errorCodes.methodNotFound, `${editor.name} cannot tell what is selected`);
  const selection = await call("workspace/selection", signal, (inner) => editor.currentSelection?.(inner));
  if (!selection) return { success: false, message: noActiveEditor };
  const withheld = privacy.judge(selection.path);
  if (withheld) return { success: false, message: withheld.message };
  if (workspace.nameOf(selection.path) === undefined)
    return { success: false, message: "The active file is outside the workspace" };
  const cursor = selection.cursor ?? toSelectionRange(selection.range).end;
  return { success: true, ...describeSelection(selection), cursor };
};
