/** TOOL-11: closes the caller's own diffs. The client sends it on every prompt, so it must harm nobody else. */
import { answers } from "@tandem/protocol";
import { type Tool, text } from "./tool.js";

export const closeAllDiffTabs: Tool<"closeAllDiffTabs"> = async (_args, { diffs }) => {
  return text(answers.closedDiffTabs(await diffs.closeAll()));
};
