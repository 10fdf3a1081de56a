/**
 * Files that are open only because Claude asked about their problems. VS Code's own TypeScript looks only at files that
 * have a tab, so such a file gets one, behind the others, for as long as the answer may take; it goes by itself unless the
 * user has made something of it.
 */
import * as vscode from "vscode";
import { allTabs, editorOf, sameUri, uriOf } from "./tabs.js";

/** Its tool may have to start first, and Claude asks again when it was too early. */
const glimpseMs = 15_000;
const needTab = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);

/** The user has looked at it: in front, with the cursor somewhere else than where a file begins. */
function isUsed(tab: vscode.Tab): boolean {
  const cursor = editorOf(tab)?.selection.active;
  const isTouched = cursor !== undefined && (cursor.line > 0 || cursor.character > 0);
  return tab.isDirty || tab.isPinned || (tab.isActive && isTouched);
}

export class GlimpsedFiles implements vscode.Disposable {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** Loads a file that may not be open; undefined when it cannot be. */
  async load(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      if (needTab.has(document.languageId)) await this.#giveTab(uri);
      return document;
    } catch {
      // It is not there, or is no text.
      return undefined;
    }
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #giveTab(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const isShown = allTabs().some((tab) => sameUri(uriOf(tab), uri));
    if (isShown && !this.#timers.has(key)) return;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#takeTab(uri), glimpseMs),
    );
    if (!isShown) await vscode.commands.executeCommand("vscode.open", uri, { background: true, preview: false });
  }

  async #takeTab(uri: vscode.Uri): Promise<void> {
    this.#timers.delete(uri.toString());
    const ours = allTabs().filter((tab) => sameUri(uriOf(tab), uri) && !isUsed(tab));
    if (ours.length > 0) await vscode.window.tabGroups.close(ours, true);
  }
}
