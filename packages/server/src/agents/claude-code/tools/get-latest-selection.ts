/** TOOL-04: the last reported selection, even if another window is active. */
import { selectionAnswer } from "./get-current-selection.js";
import { defineTool, json } from "./tool.js";

export const getLatestSelection = defineTool("getLatestSelection", {
  needs: [],
  whilePaused: "refused",
  async run(_args, { hub: { selection, privacy } }) {
    return json(selectionAnswer(selection.latest, privacy, "No selection available"));
  },
});
