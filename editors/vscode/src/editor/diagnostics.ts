/** What VS Code's language tools found, about the text as it is now where that can be had in time. */
import { readFile, stat } from "node:fs/promises";
import { type Diagnostic, type DiagnosticsAnswer, type FileDiagnostics, type Severity, Waiters } from "@tandem/base";
import { toLineFeeds } from "@tandem/base/text";
import * as vscode from "vscode";
import { Freshness } from "./freshness.js";
import { GlimpsedFiles } from "./glimpsed-files.js";
import { toRange } from "./plain.js";
import { allTabs, documentOf, pathOf, uriOf } from "./tabs.js";

const severities: Record<vscode.DiagnosticSeverity, Severity> = {
  [vscode.DiagnosticSeverity.Error]: "Error",
  [vscode.DiagnosticSeverity.Warning]: "Warning",
  [vscode.DiagnosticSeverity.Information]: "Info",
  [vscode.DiagnosticSeverity.Hint]: "Hint",
};

/** A file that was written longer ago than this is what VS Code shows: its watch is not that slow. */
const recentMs = 10_000;
/** Files larger than this are not compared with what VS Code has. */
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

/** VS Code shows up to two byte-order marks of a file as none. */
function shownText(text: string): string {
  return toLineFeeds(text.replace(/^\uFEFF+/, ""));
}

/** True when the file was just written and VS Code does not have that yet: Claude writes files itself. */
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
  readonly #glimpsed = new GlimpsedFiles();
  readonly #waiters = new Waiters();
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

  async ask(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    const asked = path === undefined ? undefined : await this.#glimpsed.load(vscode.Uri.file(path));
    const documents = path === undefined ? this.#shownDocuments() : asked ? [asked] : [];
    const all = await Promise.all(documents.map((document) => this.#settle(document, patience)));
    const files =
      path === undefined
        ? filesOf(vscode.languages.getDiagnostics())
        : filesOf([[vscode.Uri.file(path), vscode.languages.getDiagnostics(vscode.Uri.file(path))]]);
    return { files, isCurrent: all.every((isCurrent) => isCurrent) };
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#glimpsed.dispose();
    this.#waiters.wakeAll();
  }

  /** Those in tabs: what VS Code loaded for itself comes and goes. */
  #shownDocuments(): readonly vscode.TextDocument[] {
    const uris = allTabs().map(uriOf);
    return uris.flatMap((uri) => (uri?.scheme === "file" ? (documentOf(uri) ?? []) : []));
  }

  /** Waits until the tools have spoken about the text on disk; false when patience ends before. */
  async #settle(document: vscode.TextDocument, patience: AbortSignal): Promise<boolean> {
    const key = document.uri.toString();
    while (!patience.aborted) {
      const isBehind = await isBehindDisk(document);
      const wait = this.#freshness.waitFor(key, document.languageId);
      if (!isBehind && wait === 0) return true;
      await this.#waiters.wait(patience, isBehind ? 250 : wait);
    }
    return false;
  }

  #note(uri: vscode.Uri, note: (key: string) => void): void {
    if (uri.scheme !== "file") return;
    note(uri.toString());
    this.#waiters.wakeAll();
  }
}
