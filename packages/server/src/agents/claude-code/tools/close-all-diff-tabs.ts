/** TOOL-11: closes the caller's own diffs. The client sends it on every prompt, so it must harm nobody else. */
import { answers, tools } from "@tandem/protocol";
import { defineTool, text } from "./tool.js";

export const closeAllDiffTabs = defineTool("closeAllDiffTabs", tools.closeAllDiffTabs.arguments, {
  needs: [],
  whilePaused: "works",
  hiddenFiles: "none",
  async run(_args, { caller }) {
    return text(answers.closedDiffTabs(await caller.reviews.closeAll()));
  },
});
