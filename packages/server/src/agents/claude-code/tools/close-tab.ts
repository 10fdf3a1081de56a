/** TOOL-10: closes a tab by name. Idempotent, because the client calls it after every decision and often twice. */
import { basename } from "node:path";
import { answers } from "@tandem-ide/protocol";
import { defineTool, failure, text } from "./tool.js";
import type { ToolCall } from "./tool-call.js";

/** Returns true if the tab shows a hidden file. A client must not learn that it is open or has unsaved changes. */
async function isHiddenTab(label: string, { hub, signal }: ToolCall): Promise<boolean> {
  const { editor, privacy, call } = hub;
  const tabs = await call("close_tab", signal, (inner) => editor.openEditors?.(inner));
  return (tabs ?? []).some(
    (tab) => (tab.label ?? basename(tab.path)) === label && privacy.checkRules(tab.path) !== undefined,
  );
}

export const closeTab = defineTool("close_tab", {
  needs: [],
  // Closes the caller's diffs. Other tabs are refused while paused.
  whilePaused: "works",
  async run({ tab_name: name }, context) {
    const { hub, caller, signal } = context;
    const { editor, privacy, call } = hub;
    const { reviews } = caller;
    if ((await reviews.close(name)) || (privacy.isPaused && reviews.wasOpen(name))) return text(answers.tabClosed);
    return await context.unlessPaused(async () => {
      if (await isHiddenTab(name, context)) return text(answers.tabClosed);
      const outcome = await call("close_tab", signal, (inner) => editor.closeTab?.(name, inner));
      if (outcome === "unsaved changes") return failure(`Tab not closed: ${name} has unsaved changes`);
      return text(answers.tabClosed);
    });
  },
});
