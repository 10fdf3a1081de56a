/** TOOL-10: closes a tab by name. Idempotent, because the client calls it after every decision, often twice. */
import { basename } from "node:path";
import { answers } from "@tandem/protocol";
import { failure, type Tool, type ToolContext, text } from "./tool.js";

/** Whether this tab, if it is open, shows a withheld file: a client is not to learn that it is, nor that it has unsaved changes. */
async function isWithheldTab(label: string, { editor, privacy, call, signal }: ToolContext): Promise<boolean> {
  const tabs = await call("close_tab", signal, (inner) => editor.openEditors?.(inner));
  return (tabs ?? []).some(
    (tab) => (tab.label ?? basename(tab.path)) === label && privacy.judge(tab.path) !== undefined,
  );
}

export const closeTab: Tool<"close_tab"> = async ({ tab_name: name }, context) => {
  const { editor, diffs, privacy, call, signal } = context;
  if ((await diffs.close(name)) || (privacy.isPaused && diffs.wasOpen(name))) return text(answers.tabClosed);
  return await context.unlessPaused(async () => {
    if (await isWithheldTab(name, context)) return text(answers.tabClosed);
    const outcome = await call("close_tab", signal, (inner) => editor.closeTab?.(name, inner));
    if (outcome === "unsaved changes") return failure(`Tab not closed: ${name} has unsaved changes`);
    return text(answers.tabClosed);
  });
};
