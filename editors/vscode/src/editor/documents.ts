/** Open documents: are they saved, saving them, closing their tabs. */
import type { DocumentState } from "@tandem/server";
import * as vscode from "vscode";
import { allTabs, documentOf, isFileTab, nameOf, uriOf } from "./tabs.js";

/** The tab of a file. A document without a tab is open only for VS Code itself. */
function tabOf(path: string): vscode.Tab | undefined {
  return allTabs().find((tab) => {
    const uri = uriOf(tab);
    return uri && nameOf(uri) === path;
  });
}

export function documentState(path: string): DocumentState | undefined {
  const tab = tabOf(path);
  const uri = tab && uriOf(tab);
  if (!tab || !uri) return undefined;
  return { isDirty: documentOf(uri)?.isDirty ?? tab.isDirty, isUntitled: uri.scheme === "untitled" };
}

export async function saveDocument(path: string): Promise<true | undefined> {
  const tab = tabOf(path);
  const uri = tab && uriOf(tab);
  if (!uri) return undefined;
  if (uri.scheme === "untitled")
    throw new Error(`${path} has never been saved, so it has no place yet. Save it in the editor.`);
  const notebook = vscode.workspace.notebookDocuments.find((each) => each.uri.toString() === uri.toString());
  const document = notebook ?? documentOf(uri);
  // One that was not looked at since the window opened has nothing unsaved.
  if (!document?.isDirty) return true;
  if (!(await document.save())) throw new Error(`VS Code could not save ${path}. It says why in a message of its own.`);
  return true;
}

export async function closeTab(label: string): Promise<"closed" | "not found" | "unsaved changes"> {
  const tabs = allTabs().filter((tab) => tab.label === label && isFileTab(tab));
  if (tabs.length === 0) return "not found";
  if (tabs.some((tab) => tab.isDirty)) return "unsaved changes";
  await vscode.window.tabGroups.close(tabs, true);
  return "closed";
}
