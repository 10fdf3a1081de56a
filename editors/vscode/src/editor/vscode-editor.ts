/** Implements `Editor` for VS Code. */
import type { CodeQuestionView, Editor, EditorEvents } from "@tandem-ide/server";
import * as vscode from "vscode";
import type { CodeRunner } from "../code/code-runner.js";
import type { WindowReviews } from "../reviews/window-reviews.js";
import { Diagnostics } from "./diagnostics.js";
import { closeTab, documentState, saveDocument } from "./documents.js";
import { openEditors } from "./open-editors.js";
import { FileOpener } from "./open-file.js";
import { currentSelection, followSelection } from "./selection.js";
import { followUserSaves } from "./user-saves.js";

export interface VscodeEditorParts {
  readonly pid: number;
  readonly reviews: Pick<WindowReviews, "review">;
  readonly code: Pick<CodeRunner, "run"> & CodeQuestionView;
  /** Called when the endpoint subscribes, and with undefined when it unsubscribes. */
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
    // `/ide` shows this name, such as Visual Studio Code, Cursor or VSCodium.
    name: vscode.env.appName,
    pid: parts.pid,
    get workspaceFolders() {
      return folderPaths();
    },
    get isTrusted() {
      return vscode.workspace.isTrusted;
    },
    subscribe(events) {
      parts.listening(events);
      const listeners = vscode.Disposable.from(
        followSelection((selection) => events.selectionChanged(selection)),
        vscode.workspace.onDidChangeWorkspaceFolders(() => events.workspaceFoldersChanged()),
        vscode.workspace.onDidGrantWorkspaceTrust(() => events.workspaceFoldersChanged()),
        followUserSaves((path) => events.saved(path)),
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
    diagnostics: (path, timeout) => diagnostics.ask(path, timeout),
    runCode: parts.code.run,
    codeQuestions: parts.code,
    dispose() {
      opener.dispose();
      diagnostics.dispose();
    },
  };
}
