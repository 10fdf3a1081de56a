/** TOOL-11: closes the caller's diffs. The client sends it with every prompt, so it must not affect other clients. */
import { answers } from "@tandem-ide/protocol";
import { defineTool, text } from "./tool.js";

export const closeAllDiffTabs = defineTool("closeAllDiffTabs", {
  needs: [],
  whilePaused: "works",
  async run(_args, { hub, caller }) {
    hub.promptSent(caller.client);
    return text(answers.closedDiffTabs(await caller.reviews.closeAll()));
  },
});
