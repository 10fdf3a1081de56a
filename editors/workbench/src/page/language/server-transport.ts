/**
 * Connects `@codemirror/lsp-client` with one language server through the host. Every request is answered, if necessary with
 * null, so that a server that is gone causes no errors in the page. The server works on the host's text, so a request is sent
 * once the host has everything that was typed before it.
 */
import type { Transport } from "@codemirror/lsp-client";
import type { Text } from "@codemirror/state";

interface ServerTransportOptions {
  send(message: string): Promise<unknown>;
  /** Resolves when the host has all changes to a file. */
  whenSynced(uri: string): Promise<void>;
  /** Returns a file's text in this window. */
  textOf(uri: string): Text | undefined;
}

type Id = string | number;

interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly id?: Id; readonly textDocument?: { readonly uri: string } };
  readonly error?: unknown;
  readonly result?: unknown;
}

interface Request {
  readonly method: string;
  readonly message: string;
  readonly uri: string | undefined;
  /** The file's text when the request was made. */
  text: Text | undefined;
}

/** Requests that the user didn't make explicitly. Their errors aren't shown. */
const automatic = new Set(["textDocument/hover", "textDocument/completion", "textDocument/signatureHelp"]);
/** Requests whose response is only valid for the text they were made for. */
const textBound = new Set(["textDocument/hover"]);

export class ServerTransport implements Transport {
  readonly #options: ServerTransportOptions;
  readonly #handlers = new Set<(message: string) => void>();
  readonly #requests = new Map<Id, Request>();
  /** A failed `initialize` request, repeated when the server starts. */
  #failedInitialize: Id | undefined;
  #isClosed = false;

  constructor(options: ServerTransportOptions) {
    this.#options = options;
  }

  send(message: string): void {
    const { id, method, params }: Message = JSON.parse(message);
    // Drop notifications, because the host sends the ones about texts. Only cancellations are passed on.
    if (id !== undefined && method !== undefined) void this.#request(id, method, message, params?.textDocument?.uri);
    else if (method === "$/cancelRequest" && this.#requests.has(params?.id ?? "")) this.#forward(message, undefined);
  }

  subscribe(handler: (message: string) => void): void {
    this.#handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.#handlers.delete(handler);
  }

  /** Handles a message from the server. */
  receive(message: string): void {
    const { id, method, error, result }: Message = JSON.parse(message);
    const request = id === undefined || method !== undefined ? undefined : this.#requests.get(id);
    if (id === undefined || !request) return;
    if (error !== undefined) this.#fail(id, request, error);
    else this.#answer(id, { result: this.#isOutdated(request) ? null : (result ?? null) });
  }

  serverStarted(): void {
    const id = this.#failedInitialize;
    const request = id === undefined ? undefined : this.#requests.get(id);
    this.#failedInitialize = undefined;
    if (request) this.#forward(request.message, id);
  }

  /** Answers all open requests. */
  close(): void {
    this.#isClosed = true;
    for (const [id, request] of [...this.#requests])
      this.#fail(id, request, { message: "The language server has stopped" });
  }

  async #request(id: Id, method: string, message: string, uri: string | undefined): Promise<void> {
    const request: Request = { method, message, uri, text: undefined };
    this.#requests.set(id, request);
    if (uri !== undefined) {
      request.text = this.#options.textOf(uri);
      await this.#options.whenSynced(uri);
    }
    this.#forward(message, id);
  }

  #forward(message: string, id: Id | undefined): void {
    if (this.#isClosed) return;
    this.#options.send(message).catch((error: unknown) => {
      const request = id === undefined ? undefined : this.#requests.get(id);
      if (id !== undefined && request)
        this.#fail(id, request, { message: error instanceof Error ? error.message : "" });
    });
  }

  #isOutdated({ method, uri, text }: Request): boolean {
    if (!textBound.has(method) || uri === undefined || !text) return false;
    return !this.#options.textOf(uri)?.eq(text);
  }

  #fail(id: Id, request: Request, error: unknown): void {
    // Leave it open: the client sends no other requests until `initialize` is answered.
    if (request.method === "initialize") this.#failedInitialize = id;
    else this.#answer(id, automatic.has(request.method) ? { result: null } : { error });
  }

  #answer(id: Id, answer: { result: unknown } | { error: unknown }): void {
    this.#requests.delete(id);
    const message = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
    for (const handler of this.#handlers) handler(message);
  }
}
