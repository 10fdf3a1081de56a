/** Helpers for tabs and their files. */
import * as vscode from "vscode";

/** Returns the URI of a tab; for a diff, the modified side. */
export function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  if (input instanceof vscode.TabInputNotebook) return input.uri;
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) return input.modified;
  return undefined;
}

/** True for a tab with a single file, not a diff. */
export function isFileTab({ input }: vscode.Tab): boolean {
  return (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
  );
}

/** Returns the path of a file; undefined for other URIs, such as output channels or settings. */
export function pathOf(uri: vscode.Uri | undefined): string | undefined {
  return uri?.scheme === "file" ? uri.fsPath : undefined;
}

/** Returns the endpoint's name for a document: its path, or its label if it was never saved. */
export function nameOf(uri: vscode.Uri): string | undefined {
  return uri.scheme === "untitled" ? uri.path : pathOf(uri);
}

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

export function sameUri(a: vscode.Uri | undefined, b: vscode.Uri | undefined): boolean {
  return a !== undefined && b !== undefined && a.toString() === b.toString();
}

/** Returns the document of a tab, if VS Code has loaded it. */
export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => sameUri(document.uri, uri));
}

/** Returns the visible text editor of a tab. */
export function editorOf(tab: vscode.Tab): vscode.TextEditor | undefined {
  const uri = uriOf(tab);
  const candidates = vscode.window.visibleTextEditors.filter((editor) => sameUri(editor.document.uri, uri));
  return candidates.find((editor) => editor.viewColumn === tab.group.viewColumn) ?? candidates[0];
}
