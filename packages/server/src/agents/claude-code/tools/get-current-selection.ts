/** TOOL-03: the selection in the active editor. */
import type { EditorSelection } from "../../../hub/editor.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { describeSelection } from "../notifications.js";
import { defineTool, json } from "./tool.js";

/** Returns the result for a selection, or why there isn't one. */
export function selectionAnswer(selection: EditorSelection | undefined, privacy: Privacy, none: string) {
  if (!selection) return { success: false, message: none };
  const hidden = privacy.checkRules(selection.path);
  return hidden ? { success: false, message: hidden.message } : { success: true, ...describeSelection(selection) };
}

export const noActiveEditor = "No active editor found";

export const getCurrentSelection = defineTool("getCurrentSelection", {
  needs: ["currentSelection"],
  whilePaused: "refused",
  async run(_args, { hub: { editor, privacy, call }, signal }) {
    const selection = await call("getCurrentSelection", signal, (inner) => editor.currentSelection?.(inner));
    return json(selectionAnswer(selection, privacy, noActiveEditor));
  },
});
