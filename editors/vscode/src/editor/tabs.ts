/** What tabs show. */
import * as vscode from "vscode";

/** The file that a tab shows, whatever kind of editor shows it; of a comparison the newer side. */
export function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  if (input instanceof vscode.TabInputNotebook) return input.uri;
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) return input.modified;
  return undefined;
}

/** A tab that is one open file, not a comparison of two. */
export function isFileTab({ input }: vscode.Tab): boolean {
  return (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
  );
}

/** The path of a file, undefined for what is none: an output channel, a page of settings, the old side of a comparison. */
export function pathOf(uri: vscode.Uri | undefined): string | undefined {
  return uri?.scheme === "file" ? uri.fsPath : undefined;
}

/** How the endpoint names a document: by its path or, when it was never saved, by what its tab says. */
export function nameOf(uri: vscode.Uri): string | undefined {
  return uri.scheme === "untitled" ? uri.path : pathOf(uri);
}

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

export function sameUri(a: vscode.Uri | undefined, b: vscode.Uri | undefined): boolean {
  return a !== undefined && b !== undefined && a.toString() === b.toString();
}

/** The document of a tab, once VS Code has loaded it. */
export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => sameUri(document.uri, uri));
}

/** The text editor in which a tab's file can be seen. */
export function editorOf(tab: vscode.Tab): vscode.TextEditor | undefined {
  const uri = uriOf(tab);
  const candidates = vscode.window.visibleTextEditors.filter((editor) => sameUri(editor.document.uri, uri));
  return candidates.find((editor) => editor.viewColumn === tab.group.viewColumn) ?? candidates[0];
}
