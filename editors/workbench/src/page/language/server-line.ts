/**
 * A window's line to one language server, as a transport of `@codemirror/lsp-client`. Every request is answered: what
 * cannot be had is nothing, so that a server that is gone makes no noise in the page. A request leaves when what was typed
 * before it has reached the host, for the server is asked about the host's text.
 */
import type { Transport } from "@codemirror/lsp-client";
import type { Text } from "@codemirror/state";

export interface ServerLineOptions {
  send(message: string): Promise<unknown>;
  /** Resolves when the host has what was typed into a file. */
  synced(uri: string): Promise<void>;
  /** The text that a file has here. */
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

interface Asked {
  readonly method: string;
  readonly message: string;
  readonly uri: string | undefined;
  /** What was there when it was asked. */
  text: Text | undefined;
}

/** Those that come unasked, so a failure is no news for the user. */
const quiet = new Set(["textDocument/hover", "textDocument/completion", "textDocument/signatureHelp"]);
/** Those whose answer has places of the text it was asked about. */
const bound = new Set(["textDocument/hover"]);

export class ServerLine implements Transport {
  readonly #options: ServerLineOptions;
  readonly #handlers = new Set<(message: string) => void>();
  readonly #asked = new Map<Id, Asked>();
  /** A greeting that failed: it is repeated when the server runs. */
  #greeting: Id | undefined;
  #isClosed = false;

  constructor(options: ServerLineOptions) {
    this.#options = options;
  }

  send(message: string): void {
    const { id, method, params }: Message = JSON.parse(message);
    // The host tells the server of texts; of what is no question it needs to know only what has become useless.
    if (id !== undefined && method !== undefined) void this.#ask(id, method, message, params?.textDocument?.uri);
    else if (method === "$/cancelRequest" && this.#asked.has(params?.id ?? "")) this.#pass(message, undefined);
  }

  subscribe(handler: (message: string) => void): void {
    this.#handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.#handlers.delete(handler);
  }

  /** A message of the server. */
  receive(message: string): void {
    const { id, method, error, result }: Message = JSON.parse(message);
    const asked = id === undefined || method !== undefined ? undefined : this.#asked.get(id);
    if (id === undefined || !asked) return;
    if (error !== undefined) this.#failed(id, asked, error);
    else this.#answer(id, asked, { result: this.#isOutdated(asked) ? null : (result ?? null) });
  }

  serverRuns(): void {
    const id = this.#greeting;
    const asked = id === undefined ? undefined : this.#asked.get(id);
    this.#greeting = undefined;
    if (asked) this.#pass(asked.message, id);
  }

  /** Nothing comes any more. */
  close(): void {
    this.#isClosed = true;
    for (const [id, asked] of [...this.#asked]) this.#failed(id, asked, { message: "The language server has gone" });
  }

  async #ask(id: Id, method: string, message: string, uri: string | undefined): Promise<void> {
    const asked: Asked = { method, message, uri, text: undefined };
    this.#asked.set(id, asked);
    if (uri !== undefined) {
      asked.text = this.#options.textOf(uri);
      await this.#options.synced(uri);
    }
    this.#pass(message, id);
  }

  #pass(message: string, id: Id | undefined): void {
    if (this.#isClosed) return;
    this.#options.send(message).catch((error: unknown) => {
      const asked = id === undefined ? undefined : this.#asked.get(id);
      if (id !== undefined && asked) this.#failed(id, asked, { message: error instanceof Error ? error.message : "" });
    });
  }

  #isOutdated({ method, uri, text }: Asked): boolean {
    if (!bound.has(method) || uri === undefined || !text) return false;
    return !this.#options.textOf(uri)?.eq(text);
  }

  #failed(id: Id, asked: Asked, error: unknown): void {
    // Without capabilities the client asks nothing, which is right for as long as there are none.
    if (asked.method === "initialize") this.#greeting = id;
    else this.#answer(id, asked, quiet.has(asked.method) ? { result: null } : { error });
  }

  #answer(id: Id, _asked: Asked, answer: { result: unknown } | { error: unknown }): void {
    this.#asked.delete(id);
    const message = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
    for (const handler of this.#handlers) handler(message);
  }
}
