/** A client like Gemini CLI, on raw HTTP, so that it can send what no client should. */
import { type IncomingHttpHeaders, request } from "node:http";
import { isRecord } from "@tandem-ide/base";
import { Failure } from "../outcome.js";
import { show } from "../show.js";

/** The endpoint, as its discovery file describes it. */
export interface GeminiTarget {
  readonly port: number;
  readonly token: string;
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Told {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const answerMs = 5_000;

/** Sends a request. A stream is passed on in parts, and its answer comes when it ends. */
export function send(
  port: number,
  method: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly onPart?: (part: string) => void;
    readonly signal?: AbortSignal;
  },
): Promise<HttpAnswer> {
  const { headers = {}, body = "", onPart, signal } = options;
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(answerMs);
    const sent = request(
      { port, host: "127.0.0.1", path: "/mcp", method, headers: { ...headers }, signal: signal ?? limit },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => {
          text += part;
          onPart?.(part);
        });
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    sent.on("error", (error) =>
      reject(limit.aborted ? new Failure(`a response to ${method} within 5 s`, "none") : error),
    );
    sent.end(body);
  });
}

export const jsonHeaders = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Returns the JSON of an answer, which may be a stream with one message. */
function messageIn({ body, headers }: HttpAnswer): Readonly<Record<string, unknown>> {
  const isStream = headers["content-type"]?.startsWith("text/event-stream");
  const text = isStream ? (/^data: ?(.*)$/m.exec(body)?.[1] ?? "") : body;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Reported below.
  }
  throw new Failure("a JSON-RPC message", show(body));
}

export class GeminiClient {
  readonly told: Told[] = [];
  readonly target: GeminiTarget;
  readonly #stream = new AbortController();
  readonly #waiters = new Set<() => void>();
  #session: Readonly<Record<string, string>> = {};
  #id = 0;

  constructor(target: GeminiTarget) {
    this.target = target;
  }

  get headers(): Record<string, string> {
    return { ...jsonHeaders, authorization: `Bearer ${this.target.token}`, ...this.#session };
  }

  post(message: object, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return send(this.target.port, "POST", { headers: { ...this.headers, ...headers }, body: JSON.stringify(message) });
  }

  /** Sends `initialize`, with headers of the check. */
  initialize(headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const clientInfo = { name: "streamable-http-client", version: "0.61.0" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    return this.post({ jsonrpc: "2.0", id: this.#id++, method: "initialize", params }, headers);
  }

  /** Connects as the real client does. */
  async connect(): Promise<this> {
    const { headers } = await this.initialize();
    const id = headers["mcp-session-id"];
    if (typeof id !== "string") throw new Failure("the header mcp-session-id in the answer to initialize", "none");
    this.#session = { "mcp-session-id": id };
    await this.post({ jsonrpc: "2.0", method: "notifications/initialized" });
    const onPart = (part: string) => this.#receive(part);
    send(this.target.port, "GET", { headers: this.headers, onPart, signal: this.#stream.signal }).catch(() => {});
    await this.call("tools/list");
    return this;
  }

  async call(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const message = messageIn(await this.post({ jsonrpc: "2.0", id: this.#id++, method, params }));
    if (!isRecord(message.result)) throw new Failure(`a result of ${method}`, show(message));
    return message.result;
  }

  tool(name: string, args: object): Promise<Readonly<Record<string, unknown>>> {
    return this.call("tools/call", { name, arguments: args });
  }

  #rest = "";
  #receive(part: string): void {
    const events = (this.#rest + part).split("\n\n");
    this.#rest = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      const value: unknown = data === undefined ? undefined : JSON.parse(data);
      if (isRecord(value) && typeof value.method === "string")
        this.told.push({ method: value.method, params: isRecord(value.params) ? value.params : {} });
    }
    for (const wake of this.#waiters) wake();
  }

  /** Waits for a notification, including past ones. */
  async waitFor(fits: (told: Told) => boolean, what: string): Promise<Told> {
    const limit = AbortSignal.timeout(answerMs);
    for (;;) {
      const found = this.told.find(fits);
      if (found) return found;
      if (limit.aborted) throw new Failure(what, this.told.length === 0 ? "no notification" : show(this.told));
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
        limit.addEventListener("abort", wake, { once: true });
      });
    }
  }

  /** Ends the session, so that the next check isn't one client too many. The real client just closes its stream. */
  async close(): Promise<void> {
    this.#stream.abort();
    if (this.#session["mcp-session-id"] === undefined) return;
    await send(this.target.port, "DELETE", { headers: this.headers }).catch(() => {});
  }
}
