/** Returns VS Code's diagnostics, and waits until they are up to date. */
import { readFile, stat } from "node:fs/promises";
import {
  Condition,
  type Diagnostic,
  type DiagnosticsAnswer,
  type FileDiagnostics,
  type Severity,
} from "@tandem-ide/base";
import { toLineFeeds } from "@tandem-ide/base/text";
import * as vscode from "vscode";
import { BackgroundTabs } from "./background-tabs.js";
import { toRange } from "./convert.js";
import { Freshness } from "./freshness.js";
import { allTabs, documentOf, pathOf, uriOf } from "./tabs.js";

const severities: Record<vscode.DiagnosticSeverity, Severity> = {
  [vscode.DiagnosticSeverity.Error]: "Error",
  [vscode.DiagnosticSeverity.Warning]: "Warning",
  [vscode.DiagnosticSeverity.Information]: "Info",
  [vscode.DiagnosticSeverity.Hint]: "Hint",
};

/** VS Code has already noticed changes to a file that are older than this. */
const recentMs = 10_000;
/** Larger files are not compared with VS Code's document. */
const comparedBytes = 1024 * 1024;

function toDiagnostic({ message, severity, range, source, code }: vscode.Diagnostic): Diagnostic {
  const plainCode = typeof code === "object" ? code.value : code;
  return {
    message,
    severity: severities[severity],
    range: toRange(range),
    ...(source !== undefined && { source }),
    ...(plainCode !== undefined && { code: plainCode }),
  };
}

function filesOf(entries: readonly [vscode.Uri, readonly vscode.Diagnostic[]][]): FileDiagnostics[] {
  return entries.flatMap(([uri, found]) => {
    const path = pathOf(uri);
    return path === undefined ? [] : [{ path, diagnostics: found.map(toDiagnostic) }];
  });
}

/** VS Code removes up to two byte-order marks. */
function shownText(text: string): string {
  return toLineFeeds(text.replace(/^\uFEFF+/, ""));
}

/** Whether the file was just written, by Claude for example, and VS Code has not reloaded it yet. */
async function isBehindDisk(document: vscode.TextDocument): Promise<boolean> {
  if (document.isDirty) return false;
  try {
    const { mtimeMs, size } = await stat(document.uri.fsPath);
    if (Date.now() - mtimeMs > recentMs || size > comparedBytes) return false;
    return shownText(await readFile(document.uri.fsPath, "utf8")) !== shownText(document.getText());
  } catch {
    return false;
  }
}

export class Diagnostics implements vscode.Disposable {
  readonly #freshness = new Freshness(() => Date.now());
  readonly #backgroundTabs = new BackgroundTabs();
  readonly #waiters = new Condition();
  readonly #listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.#note(document.uri, (key) => this.#freshness.changed(key));
    }),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#note(uri, (key) => this.#freshness.changed(key))),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#note(uri, (key) => this.#freshness.forget(key))),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) this.#note(uri, (key) => this.#freshness.diagnosed(key, documentOf(uri)?.languageId));
    }),
  );

  async ask(path: string | undefined, timeout: AbortSignal): Promise<DiagnosticsAnswer> {
    const asked = path === undefined ? undefined : await this.#backgroundTabs.load(vscode.Uri.file(path));
    const documents = path === undefined ? this.#shownDocuments() : asked ? [asked] : [];
    const all = await Promise.all(documents.map((document) => this.#settle(document, timeout)));
    const files =
      path === undefined
        ? filesOf(vscode.languages.getDiagnostics())
        : filesOf([[vscode.Uri.file(path), vscode.languages.getDiagnostics(vscode.Uri.file(path))]]);
    return { files, isCurrent: all.every((isCurrent) => isCurrent) };
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#backgroundTabs.dispose();
    this.#waiters.notifyAll();
  }

  /** Returns documents with a tab. VS Code also loads others temporarily. */
  #shownDocuments(): readonly vscode.TextDocument[] {
    const uris = allTabs().map(uriOf);
    return uris.flatMap((uri) => (uri?.scheme === "file" ? (documentOf(uri) ?? []) : []));
  }

  /** Waits until the diagnostics of the text on disk have arrived; returns false after a timeout. */
  async #settle(document: vscode.TextDocument, timeout: AbortSignal): Promise<boolean> {
    const key = document.uri.toString();
    while (!timeout.aborted) {
      const isBehind = await isBehindDisk(document);
      const wait = this.#freshness.waitFor(key, document.languageId);
      if (!isBehind && wait === 0) return true;
      await this.#waiters.wait(timeout, isBehind ? 250 : wait);
    }
    return false;
  }

  #note(uri: vscode.Uri, note: (key: string) => void): void {
    if (uri.scheme !== "file") return;
    note(uri.toString());
    this.#waiters.notifyAll();
  }
}
