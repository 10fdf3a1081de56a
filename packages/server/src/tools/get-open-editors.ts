/** TOOL-05: the open tabs, without those that privacy rules withhold. */
import { basename } from "node:path";
import { toFileUri, toSelectionRange } from "@tandem/protocol";
import type { OpenEditor } from "../editor.js";
import { judgeOfMany } from "../privacy-of-many.js";
import { json, type Tool } from "./tool.js";

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

export const getOpenEditors: Tool<"getOpenEditors"> = async (_args, { editor, privacy, call, signal }) => {
  const tabs = (await call("getOpenEditors", signal, (inner) => editor.openEditors?.(inner))) ?? [];
  const verdict = judgeOfMany(privacy);
  return json({ tabs: tabs.filter((tab) => !verdict(tab.path)).map(describe) });
};
