/** Lists the open tabs. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { OpenEditor } from "@tandem-ide/server";
import * as vscode from "vscode";
import { toRange } from "./convert.js";
import { documentOf, editorOf, isFileTab, nameOf, uriOf } from "./tabs.js";

/** A tab that was not shown since the window opened has no document, so the lines of its file are counted. */
async function countLines(path: string): Promise<number> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split(/\r\n|\n|\r/).length;
}

async function describe(tab: vscode.Tab, groupIndex: number): Promise<OpenEditor | undefined> {
  const uri = isFileTab(tab) ? uriOf(tab) : undefined;
  const path = uri && nameOf(uri);
  if (!uri || path === undefined) return undefined;
  const document = documentOf(uri);
  const selection = editorOf(tab)?.selection;
  return {
    path,
    isActive: tab.isActive,
    isDirty: tab.isDirty,
    languageId: document?.languageId ?? (tab.input instanceof vscode.TabInputNotebook ? "jupyter" : "plaintext"),
    lineCount: document?.lineCount ?? (await countLines(path)),
    isPinned: tab.isPinned,
    isPreview: tab.isPreview,
    isUntitled: uri.scheme === "untitled",
    groupIndex,
    isGroupActive: tab.group.isActive,
    ...(tab.label !== basename(path) && { label: tab.label }),
    ...(selection && { selection: toRange(selection) }),
  };
}

export async function openEditors(): Promise<readonly OpenEditor[]> {
  const all = await Promise.all(
    vscode.window.tabGroups.all.flatMap((group, index) => group.tabs.map((tab) => describe(tab, index))),
  );
  return all.filter((each) => each !== undefined);
}
