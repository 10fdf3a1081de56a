/** The selection in the active tab. */
import type { EditorSelection } from "@tandem-ide/server";
import * as vscode from "vscode";
import { toSelection } from "./convert.js";
import { editorOf, pathOf, uriOf } from "./tabs.js";

const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function selectionIn({ document, selection }: vscode.TextEditor): EditorSelection | undefined {
  const path = pathOf(document.uri);
  return path === undefined ? undefined : toSelection(path, document.getText(selection), selection);
}

/** Uses the active tab, because the active text editor can be an output channel or the input of a view. */
function activeFile(): { readonly tab?: vscode.Tab; readonly path?: string; readonly editor?: vscode.TextEditor } {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const path = tab && pathOf(uriOf(tab));
  const editor = tab && path !== undefined ? editorOf(tab) : undefined;
  return { ...(tab && { tab }), ...(path !== undefined && { path }), ...(editor && { editor }) };
}

export function currentSelection(): EditorSelection | undefined {
  const { path, editor } = activeFile();
  if (editor) return selectionIn(editor);
  // An image, a notebook, or a text editor that is about to open.
  return path === undefined ? undefined : { path, text: "", range: nowhere };
}

/** Calls `changed` after each change, until the result is disposed. */
export function followSelection(changed: (selection: EditorSelection | undefined) => void): vscode.Disposable {
  const update = () => {
    const { tab, path, editor } = activeFile();
    // If the tab's text editor is not open yet, another event will follow.
    const isOpening = path !== undefined && !editor && tab?.input instanceof vscode.TabInputText;
    if (!isOpening) changed(currentSelection());
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === activeFile().editor) changed(selectionIn(textEditor));
    }),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.onDidChangeVisibleTextEditors(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.tabGroups.onDidChangeTabGroups(update),
  );
}
