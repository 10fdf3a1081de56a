/** TOOL-04: the selection that the editor last told of, even when another window is in front. */
import { tools } from "@tandem/protocol";
import { selectionAnswer } from "./get-current-selection.js";
import { defineTool, json } from "./tool.js";

export const getLatestSelection = defineTool("getLatestSelection", tools.getLatestSelection.arguments, {
  needs: [],
  whilePaused: "refused",
  hiddenFiles: "refused",
  async run(_args, { hub: { selection, privacy } }) {
    return json(selectionAnswer(selection.latest, privacy, "No selection available"));
  },
});
