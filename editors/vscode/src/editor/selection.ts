/** The selection in the file in front. */
import type { EditorSelection } from "@tandem/server";
import * as vscode from "vscode";
import { toSelection } from "./plain.js";
import { editorOf, pathOf, uriOf } from "./tabs.js";

const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function selectionIn({ document, selection }: vscode.TextEditor): EditorSelection | undefined {
  const path = pathOf(document.uri);
  return path === undefined ? undefined : toSelection(path, document.getText(selection), selection);
}

/**
 * By the tab in front, not by VS Code's active text editor: that may be an output channel or the input of a view, which
 * are no files, while the file that the user looks at is still there.
 */
function look(): { readonly tab?: vscode.Tab; readonly path?: string; readonly editor?: vscode.TextEditor } {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const path = tab && pathOf(uriOf(tab));
  const editor = tab && path !== undefined ? editorOf(tab) : undefined;
  return { ...(tab && { tab }), ...(path !== undefined && { path }), ...(editor && { editor }) };
}

export function currentSelection(): EditorSelection | undefined {
  const { path, editor } = look();
  if (editor) return selectionIn(editor);
  // An image, a notebook, or a text that is about to be shown.
  return path === undefined ? undefined : { path, text: "", range: nowhere };
}

/** Tells each change; what is returned ends it. */
export function followSelection(changed: (selection: EditorSelection | undefined) => void): vscode.Disposable {
  const update = () => {
    const { tab, path, editor } = look();
    const isBetween = path !== undefined && !editor && tab?.input instanceof vscode.TabInputText;
    // The tab is there and its editor is not yet: that comes with an event of its own.
    if (!isBetween) changed(currentSelection());
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === look().editor) changed(selectionIn(textEditor));
    }),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.onDidChangeVisibleTextEditors(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.tabGroups.onDidChangeTabGroups(update),
  );
}
