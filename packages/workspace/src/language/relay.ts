/**
 * Relays JSON messages of the language server protocol between a page and a server, for clients such as
 * `@codemirror/lsp-client`. Three things differ from a direct connection: notifications about opening, changing and
 * closing documents are dropped, because the host sends those itself. Request ids are replaced, so that pages can share
 * a server. Only read-only requests are passed on. Diagnostics arrive through `onDiagnosticsChanged` instead.
 */

import { messageOf } from "@tandem-ide/base";
import { errorCodes } from "@tandem-ide/protocol";
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import * as z from "zod/mini";
import { pathOfUri } from "./diagnostic-shapes.js";
import type { LanguageServer } from "./language-server.js";

/**
 * The requests that a page may send.
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

const relayedCapabilities = [
  "hoverProvider",
  "completionProvider",
  "signatureHelpProvider",
  "definitionProvider",
  "declarationProvider",
  "typeDefinitionProvider",
  "implementationProvider",
  "referencesProvider",
  "documentHighlightProvider",
  "documentSymbolProvider",
] as const satisfies readonly (keyof ServerCapabilities)[];

/** Returns the server's capabilities that a page may use. `textDocumentSync: 0` means that it needn't send texts. */
function offered(capabilities: ServerCapabilities): object {
  const providers = relayedCapabilities.map((name) => [name, capabilities[name]]);
  return { positionEncoding: "utf-16", textDocumentSync: 0, ...Object.fromEntries(providers) };
}

/**
 * A page's connection to a server.
 *
 * @example
 * const connection = await servers.connect(path, (message) => socket.send(message));
 * socket.on("message", (message) => connection?.receive(String(message)));
 * socket.on("close", () => connection?.close());
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

  /** Files with the same key share a server, so a page needs only one connection for them. */
  get key(): string {
    return `${this.#server.definition.id} ${this.#server.root}`;
  }

  /** Handles a message from the page. Responses are sent with `send`. */
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

  /** Cancels pending requests. */
  close(): void {
    this.#closing.abort(new Error("The page was closed"));
  }

  async #answer(id: Id, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#asked.set(id, controller);
    const signal = AbortSignal.any([controller.signal, this.#closing.signal]);
    try {
      const result = (await this.#result(method, params, signal)) ?? null;
      this.#reply({ id, result });
    } catch (error) {
      const code = error instanceof NotOffered ? errorCodes.methodNotFound : errorCodes.internalError;
      this.#reply({ id, error: { code, message: messageOf(error) } });
    } finally {
      this.#asked.delete(id);
    }
  }

  async #result(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (method === "shutdown") return null;
    if (method === "initialize") {
      const session = await this.#server.supervisor.ready(signal);
      if (!session) throw new Error(this.#server.supervisor.lastError ?? "The language server isn't running");
      return { capabilities: offered(session.capabilities), serverInfo: { name: this.#server.definition.id } };
    }
    if (!relayedMethods.has(method)) throw new NotOffered(`${method} isn't supported here`);
    const document = z.safeParse(aboutDocument, params);
    const path = document.success ? pathOfUri(document.data.textDocument.uri) : this.#path;
    if (path === undefined) throw new Error("The request doesn't name a file");
    return this.#server.request(path, method, params, signal);
  }

  #reply(answer: object): void {
    if (this.#closing.signal.aborted) return;
    try {
      this.#send(JSON.stringify({ jsonrpc: "2.0", ...answer }));
    } catch {
      // Nobody is left to receive the responses.
      this.close();
    }
  }
}

class NotOffered extends Error {}
