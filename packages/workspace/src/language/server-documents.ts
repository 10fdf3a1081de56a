/** What a server has been told of the texts, so that it is told each change once. */
import { toFileUri } from "@tandem/protocol";
import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
} from "vscode-languageserver-protocol/node";
import type { Session } from "./session.js";

/** A document that is open in the server. */
export interface SentDocument {
  readonly path: string;
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

export class ServerDocuments {
  readonly #sent = new Map<string, SentDocument>();
  #session: Session | undefined;
  /** Never goes back, not even when a file is closed and opened again: a late message about the old one is then known by it. */
  #version = 0;

  /** A new server knows nothing yet. */
  attach(session: Session): void {
    this.#session = session;
    this.#sent.clear();
  }

  get(path: string): SentDocument | undefined {
    return this.#sent.get(path);
  }

  get all(): readonly SentDocument[] {
    return [...this.#sent.values()];
  }

  /** Undefined when the server has this text already. */
  tell(path: string, languageId: string, text: string): SentDocument | undefined {
    const session = this.#session;
    const known = this.#sent.get(path);
    if (!session || (known?.text === text && known.languageId === languageId)) return undefined;
    if (known && known.languageId !== languageId) this.close(path);
    const version = ++this.#version;
    const uri = toFileUri(path);
    if (this.#sent.has(path))
      // The whole text: most changes come from disk, where nobody knows what was edited.
      session.notify(DidChangeTextDocumentNotification.method, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    else session.notify(DidOpenTextDocumentNotification.method, { textDocument: { uri, languageId, version, text } });
    const sent = { path, uri, languageId, version, text };
    this.#sent.set(path, sent);
    return sent;
  }

  /** Some servers check more when a file is saved (cargo does). */
  saved(path: string): void {
    const document = this.#sent.get(path);
    const sync = this.#session?.capabilities.textDocumentSync;
    const save = typeof sync === "object" ? sync.save : undefined;
    if (!document || !save) return;
    const { uri, text } = document;
    const withText = typeof save === "object" && save.includeText === true;
    this.#session?.notify(DidSaveTextDocumentNotification.method, { textDocument: { uri }, ...(withText && { text }) });
  }

  close(path: string): boolean {
    const document = this.#sent.get(path);
    if (!document) return false;
    this.#sent.delete(path);
    this.#session?.notify(DidCloseTextDocumentNotification.method, { textDocument: { uri: document.uri } });
    return true;
  }
}
