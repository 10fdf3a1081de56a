/** VS Code as the endpoint sees it. */
import type { CodeQuestionView, Editor, EditorEvents } from "@tandem/server";
import * as vscode from "vscode";
import type { CodeRunner } from "../code/code-runner.js";
import type { Reviews } from "../reviews/reviews.js";
import { Diagnostics } from "./diagnostics.js";
import { closeTab, documentState, saveDocument } from "./documents.js";
import { openEditors } from "./open-editors.js";
import { FileOpener } from "./open-file.js";
import { currentSelection, followSelection } from "./selection.js";

export interface VscodeEditorParts {
  readonly pid: number;
  readonly reviews: Reviews;
  readonly code: Pick<CodeRunner, "run"> & CodeQuestionView;
  /** Called when the endpoint begins to listen, and with undefined when it ends. */
  readonly listening: (events: EditorEvents | undefined) => void;
}

export function folderPaths(): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
}

export function createVscodeEditor(parts: VscodeEditorParts): Editor & vscode.Disposable {
  const opener = new FileOpener();
  const diagnostics = new Diagnostics();
  return {
    // What `/ide` shows: Visual Studio Code, Cursor, VSCodium.
    name: vscode.env.appName,
    pid: parts.pid,
    get workspaceFolders() {
      return folderPaths();
    },
    subscribe(events) {
      parts.listening(events);
      const listeners = vscode.Disposable.from(
        followSelection((selection) => events.selectionChanged(selection)),
        vscode.workspace.onDidChangeWorkspaceFolders(() => events.workspaceFoldersChanged()),
      );
      events.selectionChanged(currentSelection());
      return () => {
        parts.listening(undefined);
        listeners.dispose();
      };
    },
    currentSelection,
    openEditors,
    documentState,
    saveDocument,
    closeTab,
    openFile: (request) => opener.open(request),
    reviewDiff: (review) => parts.reviews.review(review),
    diagnostics: (path, patience) => diagnostics.ask(path, patience),
    runCode: parts.code.run,
    codeQuestions: parts.code,
    dispose() {
      opener.dispose();
      diagnostics.dispose();
    },
  };
}
