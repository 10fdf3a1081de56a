/** TOOL-04: the selection that the editor last told of, even when another window is in front. */
import { selectionAnswer } from "./get-current-selection.js";
import { json, type Tool } from "./tool.js";

export const getLatestSelection: Tool<"getLatestSelection"> = async (_args, { selection, privacy }) => {
  return json(selectionAnswer(selection.latest, privacy, "No selection available"));
};
