/** Opens a file, possibly in the background, and selects text in it. */

import type { TextRange } from "@tandem-ide/base";
import { toLineFeeds } from "@tandem-ide/base/text";
import type { OpenedFile, OpenFileRequest } from "@tandem-ide/server";
import * as vscode from "vscode";
import { sameUri } from "./tabs.js";

function toVscodeRange({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

const attempts = 3;

/** Showing a file fails if another one is shown at the same time, such as a review. Tries again. */
async function show(document: vscode.TextDocument, options: vscode.TextDocumentShowOptions): Promise<void> {
  for (let left = attempts - 1; ; left--)
    try {
      await vscode.window.showTextDocument(document, options);
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
}

/** Opens files. In the background, text is selected when the file becomes visible, because it has no text editor before. */
export class FileOpener implements vscode.Disposable {
  readonly #later = new Map<string, vscode.Range>();
  readonly #listener = vscode.window.onDidChangeVisibleTextEditors((editors) => {
    for (const editor of editors) this.#selectNow(editor);
  });

  async open({ path, preview, takeFocus, locate }: OpenFileRequest): Promise<OpenedFile> {
    const uri = vscode.Uri.file(path);
    const document = await vscode.workspace.openTextDocument(uri).then(
      (opened) => opened,
      () => undefined,
    );
    // It isn't text, but an image, for example: VS Code may have another editor for it.
    if (!document) {
      await vscode.commands.executeCommand("vscode.open", uri, { preview, background: !takeFocus });
      return { languageId: "binary", lineCount: 1 };
    }
    const found = locate?.(toLineFeeds(document.getText()));
    const selection = found && toVscodeRange(found);
    if (takeFocus) await show(document, { preview, ...(selection && { selection }) });
    else await this.#openInBackground(uri, preview, selection);
    return { languageId: document.languageId, lineCount: document.lineCount };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#later.clear();
  }

  async #openInBackground(uri: vscode.Uri, preview: boolean, selection: vscode.Range | undefined): Promise<void> {
    const visible = vscode.window.visibleTextEditors.find((editor) => sameUri(editor.document.uri, uri));
    if (!visible) await vscode.commands.executeCommand("vscode.open", uri, { preview, background: true });
    if (!selection) return;
    this.#later.set(uri.toString(), selection);
    if (visible) this.#selectNow(visible);
  }

  #selectNow(editor: vscode.TextEditor): void {
    const key = editor.document.uri.toString();
    const range = this.#later.get(key);
    if (!range) return;
    this.#later.delete(key);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
