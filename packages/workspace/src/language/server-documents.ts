/** The texts as the server has them, so that each change is sent once. */
import { toFileUri } from "@tandem-ide/protocol";
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
  /** Only increases, even when a file is closed and opened again, so that late messages about an old text are recognised. */
  #version = 0;

  /** Resets the state for a new server. */
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

  /** Sends the text. Returns undefined when the server already has it. */
  send(path: string, languageId: string, text: string): SentDocument | undefined {
    const session = this.#session;
    const known = this.#sent.get(path);
    if (!session || (known?.text === text && known.languageId === languageId)) return undefined;
    if (known && known.languageId !== languageId) this.close(path);
    const version = ++this.#version;
    const uri = toFileUri(path);
    if (this.#sent.has(path))
      // Always sends the whole text, because most changes come from disk, where the edited range is unknown.
      session.notify(DidChangeTextDocumentNotification.method, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    else session.notify(DidOpenTextDocumentNotification.method, { textDocument: { uri, languageId, version, text } });
    const sent = { path, uri, languageId, version, text };
    this.#sent.set(path, sent);
    return sent;
  }

  /** Notifies the server of a save. Some run more checks then, such as cargo. */
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
