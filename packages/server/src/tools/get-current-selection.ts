/** TOOL-03: the selection in the active editor, asked for now. */
import type { EditorSelection } from "../editor.js";
import { describeSelection } from "../notifications/selection.js";
import type { Privacy } from "../privacy.js";
import { json, type Tool } from "./tool.js";

/** A selection as tools answer it, or why there is none. */
export function selectionAnswer(selection: EditorSelection | undefined, privacy: Privacy, none: string) {
  if (!selection) return { success: false, message: none };
  const withheld = privacy.judge(selection.path);
  return withheld ? { success: false, message: withheld.message } : { success: true, ...describeSelection(selection) };
}

export const noActiveEditor = "No active editor found";

export const getCurrentSelection: Tool<"getCurrentSelection"> = async (_args, { editor, privacy, call, signal }) => {
  const selection = await call("getCurrentSelection", signal, (inner) => editor.currentSelection?.(inner));
  return json(selectionAnswer(selection, privacy, noActiveEditor));
};
