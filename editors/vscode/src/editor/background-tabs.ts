/**
 * Opens files in the background to get their diagnostics. VS Code's TypeScript support only checks files with a tab. The tab is
 * closed after a while, unless the user has started to use it.
 */
import * as vscode from "vscode";
import { allTabs, editorOf, sameUri, uriOf } from "./tabs.js";

/** Long enough for a language server to start, and for Claude to ask again. */
const openMs = 15_000;
const needTab = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);

/** Whether the user has started to use the tab: it is dirty, pinned, or active with the cursor moved. */
function isUsed(tab: vscode.Tab): boolean {
  const cursor = editorOf(tab)?.selection.active;
  const isTouched = cursor !== undefined && (cursor.line > 0 || cursor.character > 0);
  return tab.isDirty || tab.isPinned || (tab.isActive && isTouched);
}

export class BackgroundTabs implements vscode.Disposable {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** Loads a file; returns undefined if it does not exist or is not text. */
  async load(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      if (needTab.has(document.languageId)) await this.#openTab(uri);
      return document;
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #openTab(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const isShown = allTabs().some((tab) => sameUri(uriOf(tab), uri));
    if (isShown && !this.#timers.has(key)) return;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#closeTab(uri), openMs),
    );
    if (!isShown) await vscode.commands.executeCommand("vscode.open", uri, { background: true, preview: false });
  }

  async #closeTab(uri: vscode.Uri): Promise<void> {
    this.#timers.delete(uri.toString());
    const ours = allTabs().filter((tab) => sameUri(uriOf(tab), uri) && !isUsed(tab));
    if (ours.length > 0) await vscode.window.tabGroups.close(ours, true);
  }
}
