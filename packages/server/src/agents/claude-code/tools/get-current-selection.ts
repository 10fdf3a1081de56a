/** TOOL-03: the selection in the active editor, asked for now. */
import { tools } from "@tandem/protocol";
import type { EditorSelection } from "../../../hub/editor.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { describeSelection } from "../notifications.js";
import { defineTool, json } from "./tool.js";

/** A selection as tools answer it, or why there is none. */
export function selectionAnswer(selection: EditorSelection | undefined, privacy: Privacy, none: string) {
  if (!selection) return { success: false, message: none };
  const withheld = privacy.judge(selection.path);
  return withheld ? { success: false, message: withheld.message } : { success: true, ...describeSelection(selection) };
}

export const noActiveEditor = "No active editor found";

export const getCurrentSelection = defineTool("getCurrentSelection", tools.getCurrentSelection.arguments, {
  needs: ["currentSelection"],
  whilePaused: "refused",
  hiddenFiles: "refused",
  async run(_args, { hub: { editor, privacy, call }, signal }) {
    const selection = await call("getCurrentSelection", signal, (inner) => editor.currentSelection?.(inner));
    return json(selectionAnswer(selection, privacy, noActiveEditor));
  },
});
