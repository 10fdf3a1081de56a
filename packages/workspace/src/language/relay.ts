/**
 * Lets a window talk to a server in the protocol's own JSON, as `@codemirror/lsp-client` does: its `Transport` sends and
 * gets strings, and those go through here unchanged but for three things. The host keeps the documents, so what a window
 * says about opening, changing and closing is swallowed; ids are the library's own on the way to the server, so windows
 * share one; and only questions pass, nothing that writes. Diagnostics come through `onDiagnosticsChanged` instead.
 */

import { messageOf } from "@tandem/base";
import { errorCodes } from "@tandem/protocol";
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import * as z from "zod/mini";
import { pathOfUri } from "./diagnostic-shapes.js";
import type { LanguageServer } from "./language-server.js";

/**
 * What a window may ask.
 *
 * @example
 * const isPassedOn = relayedMethods.has("textDocument/hover"); // true
 */
export const relayedMethods: ReadonlySet<string> = new Set([
  "textDocument/hover",
  "textDocument/completion",
  "completionItem/resolve",
  "textDocument/signatureHelp",
  "textDocument/definition",
  "textDocument/declaration",
  "textDocument/typeDefinition",
  "textDocument/implementation",
  "textDocument/references",
  "textDocument/documentHighlight",
  "textDocument/documentSymbol",
]);

const messageSchema = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
});
const aboutDocument = z.object({ textDocument: z.object({ uri: z.string() }) });
const aboutRequest = z.object({ id: z.union([z.string(), z.number()]) });

type Id = string | number;

/** What the window may use of what the server can. `textDocumentSync: 0` says that texts need not be sent. */
function offered(capabilities: ServerCapabilities): object {
  const {
    hoverProvider,
    completionProvider,
    signatureHelpProvider,
    definitionProvider,
    declarationProvider,
    typeDefinitionProvider,
    implementationProvider,
    referencesProvider,
    documentHighlightProvider,
    documentSymbolProvider,
  } = capabilities;
  return {
    positionEncoding: "utf-16",
    textDocumentSync: 0,
    hoverProvider,
    completionProvider,
    signatureHelpProvider,
    definitionProvider,
    declarationProvider,
    typeDefinitionProvider,
    implementationProvider,
    referencesProvider,
    documentHighlightProvider,
    documentSymbolProvider,
  };
}

/**
 * One window's line to one server.
 *
 * @example
 * const line = await servers.connect(path, (message) => socket.send(message));
 * socket.on("message", (message) => line?.receive(String(message)));
 * socket.on("close", () => line?.close());
 */
export class PageConnection {
  readonly #server: LanguageServer;
  readonly #path: string;
  readonly #send: (message: string) => void;
  readonly #asked = new Map<Id, AbortController>();
  readonly #closing = new AbortController();

  /** Use `LanguageServers.connect`. */
  constructor(server: LanguageServer, path: string, send: (message: string) => void) {
    this.#server = server;
    this.#path = path;
    this.#send = send;
  }

  /** Files of the same key share a server, so a window needs one connection for all of them. */
  get key(): string {
    return `${this.#server.definition.id} ${this.#server.root}`;
  }

  /** Takes a message of the window. Answers come through `send`. */
  receive(message: string): void {
    let value: unknown;
    try {
      value = JSON.parse(message);
    } catch {
      return;
    }
    const parsed = z.safeParse(messageSchema, value);
    if (!parsed.success || parsed.data.method === undefined || this.#closing.signal.aborted) return;
    const { id, method, params } = parsed.data;
    if (id !== undefined) void this.#answer(id, method, params);
    else if (method === "$/cancelRequest") {
      const cancelled = z.safeParse(aboutRequest, params);
      if (cancelled.success) this.#asked.get(cancelled.data.id)?.abort(new Error("Cancelled"));
    }
  }

  /** Ends what is still being asked. */
  close(): void {
    this.#closing.abort(new Error("The window has gone"));
  }

  async #answer(id: Id, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#asked.set(id, controller);
    const signal = AbortSignal.any([controller.signal, this.#closing.signal]);
    try {
      const result = (await this.#result(method, params, signal)) ?? null;
      this.#tell({ id, result });
    } catch (error) {
      const code = error instanceof NotOffered ? errorCodes.methodNotFound : errorCodes.internalError;
      this.#tell({ id, error: { code, message: messageOf(error) } });
    } finally {
      this.#asked.delete(id);
    }
  }

  async #result(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (method === "shutdown") return null;
    if (method === "initialize") {
      const session = await this.#server.supervisor.ready(signal);
      if (!session) throw new Error(this.#server.supervisor.lastError ?? "The language server does not run");
      return { capabilities: offered(session.capabilities), serverInfo: { name: this.#server.definition.id } };
    }
    if (!relayedMethods.has(method)) throw new NotOffered(`${method} is not passed on to language servers`);
    const document = z.safeParse(aboutDocument, params);
    const path = document.success ? pathOfUri(document.data.textDocument.uri) : this.#path;
    if (path === undefined) throw new Error("Only files have language servers");
    return this.#server.request(path, method, params, signal);
  }

  #tell(answer: object): void {
    if (this.#closing.signal.aborted) return;
    try {
      this.#send(JSON.stringify({ jsonrpc: "2.0", ...answer }));
    } catch {
      // What cannot be told to the window has nobody else who waits for it.
      this.close();
    }
  }
}

class NotOffered extends Error {}
