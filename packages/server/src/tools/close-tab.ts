/** TOOL-10: closes a tab by name. Idempotent, because the client calls it after every decision, often twice. */
import { answers } from "@tandem/protocol";
import { failure, type Tool, text } from "./tool.js";

export const closeTab: Tool<"close_tab"> = async ({ tab_name: name }, { editor, diffs, call, signal }) => {
  if (await diffs.close(name)) return text(answers.tabClosed);
  const outcome = await call("close_tab", signal, (inner) => editor.closeTab?.(name, inner));
  if (outcome === "unsaved changes") return failure(`Tab not closed: ${name} has unsaved changes`);
  return text(answers.tabClosed);
};
