/** Requests to a Jupyter server, with errors that tell the user what to do. */

import { type Clock, isRecord, messageOf } from "@tandem-ide/base";
import { WebSocket } from "ws";
import { KernelError } from "./errors.js";
import { loadServices, type ServerSettings, type Services } from "./services.js";
import type { ServerAddress } from "./settings.js";

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

const requestTimeoutMs = 20_000;
const openTimeoutMs = 60_000;
/** A larger message ends the connection. JavaScript strings can't be much longer. */
const largestMessage = 256 * 1024 * 1024;

export class JupyterConnection {
  readonly services: Services;
  /** For messages: contains neither token nor password. */
  readonly shownUrl: string;
  readonly #settings: ServerSettings;
  readonly #clock: Clock;

  private constructor(services: Services, address: ServerAddress, clock: Clock) {
    this.services = services;
    this.shownUrl = address.baseUrl;
    this.#clock = clock;
    this.#settings = services.ServerConnection.makeSettings({
      baseUrl: address.baseUrl,
      wsUrl: address.baseUrl.replace(/^http/, "ws"),
      token: address.token,
      // The token is sent in a header instead, because proxies log URLs.
      appendToken: false,
      init: { redirect: "manual" },
      fetch: fetchWithCause,
    });
  }

  static async open(address: ServerAddress, clock: Clock): Promise<JupyterConnection> {
    return new JupyterConnection(await loadServices(), address, clock);
  }

  /** Checks that there is a Jupyter server and that it accepts the token. */
  async check(signal?: AbortSignal): Promise<void> {
    const answer = await this.request("api", { signal });
    if (!isRecord(answer) || typeof answer.version !== "string") throw this.#notJupyter("its response has no version");
    await this.request("api/kernels", { signal });
  }

  /** Returns the JSON of the response, or undefined when the response is empty or the resource doesn't exist. */
  async request(path: string, options: RequestOptions = {}): Promise<unknown> {
    const { method = "GET", body, signal, timeoutMs = requestTimeoutMs } = options;
    const timeout = new AbortController();
    const cancelTimeout = this.#clock.after(timeoutMs, () => timeout.abort());
    const init = {
      method,
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      const { makeRequest } = this.services.ServerConnection;
      const response = await makeRequest(this.#settings.baseUrl + path, init, this.#settings);
      const text = await response.text();
      if (response.ok) return text === "" ? undefined : this.#parse(text);
      if (response.status === 404 && path !== "api") return undefined;
      throw this.#refusal(response, text);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof KernelError) throw error;
      const why = timeout.signal.aborted ? `no response within ${timeoutMs / 1000} s` : messageOf(error);
      throw this.#unreachable(why, error);
    } finally {
      cancelTimeout();
    }
  }

  /**
   * Opens a socket to a kernel's channels. With the same session, the server resends the messages that were sent while the
   * socket was closed.
   */
  openSocket(kernelId: string, session: string): WebSocket {
    const query = `channels?session_id=${encodeURIComponent(session)}`;
    const url = `${this.#settings.wsUrl}api/kernels/${encodeURIComponent(kernelId)}/${query}`;
    const protocols = Object.values(this.services.messages.supportedKernelWebSocketProtocols);
    const { token } = this.#settings;
    const socket = new WebSocket(url, protocols, {
      headers: token === "" ? {} : { Authorization: `token ${token}` },
      maxPayload: largestMessage,
      perMessageDeflate: false,
      // The server opens it only when the kernel answers, and a kernel can take a long time to start.
      handshakeTimeout: openTimeoutMs,
    });
    socket.binaryType = "arraybuffer";
    return socket;
  }

  serialize(message: Parameters<ServerSettings["serializer"]["serialize"]>[0], protocol: string) {
    return this.#settings.serializer.serialize(message, protocol);
  }

  /** Returns a kernel's message, or undefined when the data isn't one. */
  deserialize(data: unknown, protocol: string) {
    try {
      // Servers without a subprotocol send text.
      const message =
        data instanceof ArrayBuffer ? this.#settings.serializer.deserialize(data, protocol) : JSON.parse(String(data));
      this.services.validateMessage(message);
      return message;
    } catch {
      return undefined;
    }
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#notJupyter("its response isn't JSON");
    }
  }

  #refusal(response: Response, text: string): KernelError {
    const { status } = response;
    const location = response.headers.get("location") ?? "";
    const isLogin = status >= 300 && status < 400 && /login|oauth/i.test(location);
    if (status === 401 || status === 403 || isLogin) {
      const what = this.#settings.token === "" ? "requires a token, but none is set" : "rejected the configured token";
      const how = "Set the token shown by `jupyter server list` or by the hub's token page.";
      return new KernelError("unauthorized", `The Jupyter server at ${this.shownUrl} ${what}. ${how}`);
    }
    if (status >= 300 && status < 400)
      return new KernelError(
        "not-jupyter",
        `${this.shownUrl} redirects to another address (${location.replace(/[?#].*$/s, "")}). Set the Jupyter server's own URL.`,
      );
    if (status === 424 || status === 503)
      return new KernelError(
        "unreachable",
        `The Jupyter server at ${this.shownUrl} isn't running (HTTP ${status}). Open it in a browser to start it.`,
      );
    if (status === 404) return this.#notJupyter("it has no /api");
    return new KernelError(
      "refused",
      `The Jupyter server at ${this.shownUrl} answered with HTTP ${status}: ${messageIn(text)}`,
    );
  }

  #notJupyter(why: string): KernelError {
    return new KernelError(
      "not-jupyter",
      `There is no Jupyter server at ${this.shownUrl}: ${why}. Set the URL shown by \`jupyter server list\`.`,
    );
  }

  #unreachable(why: string, cause: unknown): KernelError {
    const how = /certificate/i.test(why)
      ? "If you trust that server's certificate, set the environment variable NODE_EXTRA_CA_CERTS to its file."
      : "Check that it is running and that the URL is right.";
    return new KernelError("unreachable", `Can't reach the Jupyter server at ${this.shownUrl}: ${why}. ${how}`, {
      cause,
    });
  }
}

/** An error from `fetch` has the reason only in its cause, which the library would drop. */
async function fetchWithCause(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const why = cause instanceof AggregateError ? cause.errors.map(messageOf).join(", ") : messageOf(cause ?? error);
    throw new TypeError(why, { cause: error });
  }
}

function messageIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (isRecord(parsed) && typeof parsed.message === "string") return parsed.message;
  } catch {
    // Probably an HTML page from a proxy.
  }
  return body.length < 200 && !body.includes("<") ? body : "no reason given";
}
