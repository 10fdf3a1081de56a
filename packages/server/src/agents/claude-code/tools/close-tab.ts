/** TOOL-10: closes a tab by name. Idempotent, because the client calls it after every decision, often twice. */
import { basename } from "node:path";
import { answers, tools } from "@tandem/protocol";
import { defineTool, failure, text } from "./tool.js";
import type { ToolCall } from "./tool-call.js";

/** Whether this tab, if it is open, shows a withheld file: a client is not to learn that it is, nor that it has unsaved changes. */
async function isWithheldTab(label: string, { hub, signal }: ToolCall): Promise<boolean> {
  const { editor, privacy, call } = hub;
  const tabs = await call("close_tab", signal, (inner) => editor.openEditors?.(inner));
  return (tabs ?? []).some(
    (tab) => (tab.label ?? basename(tab.path)) === label && privacy.judge(tab.path) !== undefined,
  );
}

export const closeTab = defineTool("close_tab", tools.close_tab.arguments, {
  needs: [],
  // A diff of the caller's own; other tabs are refused.
  whilePaused: "works",
  hiddenFiles: "not told",
  async run({ tab_name: name }, context) {
    const { hub, caller, signal } = context;
    const { editor, privacy, call } = hub;
    const { reviews } = caller;
    if ((await reviews.close(name)) || (privacy.isPaused && reviews.wasOpen(name))) return text(answers.tabClosed);
    return await context.unlessPaused(async () => {
      if (await isWithheldTab(name, context)) return text(answers.tabClosed);
      const outcome = await call("close_tab", signal, (inner) => editor.closeTab?.(name, inner));
      if (outcome === "unsaved changes") return failure(`Tab not closed: ${name} has unsaved changes`);
      return text(answers.tabClosed);
    });
  },
});
