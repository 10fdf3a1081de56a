/** TOOL-05: the open tabs, without hidden files. */
import { basename } from "node:path";
import { toFileUri, toSelectionRange } from "@tandem-ide/protocol";
import type { OpenEditor } from "../../../hub/editor.js";
import { batchChecker } from "../../../hub/privacy/batch-checker.js";
import { defineTool, json } from "./tool.js";

function describe(tab: OpenEditor) {
  const groupIndex = tab.groupIndex ?? 0;
  return {
    uri: tab.isUntitled ? `untitled:${encodeURI(tab.path.toWellFormed())}` : toFileUri(tab.path),
    isActive: tab.isActive,
    isPinned: tab.isPinned ?? false,
    isPreview: tab.isPreview ?? false,
    isDirty: tab.isDirty,
    label: tab.label ?? basename(tab.path),
    groupIndex,
    viewColumn: groupIndex + 1,
    isGroupActive: tab.isGroupActive ?? true,
    fileName: tab.path,
    languageId: tab.languageId,
    lineCount: tab.lineCount,
    isUntitled: tab.isUntitled ?? false,
    ...(tab.selection && { selection: toSelectionRange(tab.selection) }),
  };
}

export const getOpenEditors = defineTool("getOpenEditors", {
  needs: ["openEditors"],
  whilePaused: "refused",
  async run(_args, { hub: { editor, privacy, call }, signal }) {
    const tabs = (await call("getOpenEditors", signal, (inner) => editor.openEditors?.(inner))) ?? [];
    const check = batchChecker(privacy);
    return json({ tabs: tabs.filter((tab) => !check(tab.path)).map(describe) });
  },
});
