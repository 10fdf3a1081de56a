/** TOOL-05: the open tabs, without those that privacy rules withhold. */
import { basename } from "node:path";
import { toFileUri, tools, toSelectionRange } from "@tandem/protocol";
import type { OpenEditor } from "../../../hub/editor.js";
import { judgeOfMany } from "../../../hub/privacy/privacy-of-many.js";
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

export const getOpenEditors = defineTool("getOpenEditors", tools.getOpenEditors.arguments, {
  needs: ["openEditors"],
  whilePaused: "refused",
  hiddenFiles: "left out",
  async run(_args, { hub: { editor, privacy, call }, signal }) {
    const tabs = (await call("getOpenEditors", signal, (inner) => editor.openEditors?.(inner))) ?? [];
    const verdict = judgeOfMany(privacy);
    return json({ tabs: tabs.filter((tab) => !verdict(tab.path)).map(describe) });
  },
});
