/** Reads the state of open documents, saves them, and closes their tabs. */
import type { DocumentState } from "@tandem-ide/server";
import * as vscode from "vscode";
import { allTabs, documentOf, isFileTab, nameOf, uriOf } from "./tabs.js";

/** Returns the tab of a file. VS Code also has documents without a tab. */
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
    throw new Error(`${path} has never been saved, so it has no path yet. Save it in VS Code first.`);
  const notebook = vscode.workspace.notebookDocuments.find((each) => each.uri.toString() === uri.toString());
  const document = notebook ?? documentOf(uri);
  // A tab that was not shown since the window opened has no document and no unsaved changes.
  if (!document?.isDirty) return true;
  if (!(await document.save())) throw new Error(`VS Code couldn't save ${path} and showed the user why.`);
  return true;
}

export async function closeTab(label: string): Promise<"closed" | "not found" | "unsaved changes"> {
  const tabs = allTabs().filter((tab) => tab.label === label && isFileTab(tab));
  if (tabs.length === 0) return "not found";
  if (tabs.some((tab) => tab.isDirty)) return "unsaved changes";
  await vscode.window.tabGroups.close(tabs, true);
  return "closed";
}
