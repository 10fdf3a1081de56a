/** Requests to a Jupyter server, with errors that say what to do. */

import { type Clock, isRecord, messageOf } from "@tandem/base";
import { WebSocket } from "ws";
import { KernelError } from "./errors.js";
import { loadServices, type ServerSettings, type Services } from "./services.js";
import type { ServerAddress } from "./settings.js";

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly patienceMs?: number | undefined;
}

/** A server that has not answered by then is not there. */
const requestPatienceMs = 20_000;
const openPatienceMs = 60_000;
/** Output in one message beyond this ends the connection; JavaScript could not hold much more in a string. */
const largestMessage = 256 * 1024 * 1024;

export class JupyterConnection {
  readonly services: Services;
  /** For people: neither token nor password. */
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
      // The header has it; in a URL it would stand in the logs of every server on the way.
      appendToken: false,
      init: { redirect: "manual" },
      fetch: fetchWithCause,
    });
  }

  static async open(address: ServerAddress, clock: Clock): Promise<JupyterConnection> {
    return new JupyterConnection(await loadServices(), address, clock);
  }

  /** Is there a Jupyter server, and does it let us in? */
  async check(signal?: AbortSignal): Promise<void> {
    const answer = await this.request("api", { signal });
    if (!isRecord(answer) || typeof answer.version !== "string") throw this.#notJupyter("its answer has no version");
    await this.request("api/kernels", { signal });
  }

  /** The JSON of the answer; undefined for an answer without one, and for what does not exist. */
  async request(path: string, options: RequestOptions = {}): Promise<unknown> {
    const { method = "GET", body, signal, patienceMs = requestPatienceMs } = options;
    const late = new AbortController();
    const callOff = this.#clock.after(patienceMs, () => late.abort());
    const init = { method, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal };
    const url = this.#settings.baseUrl + path;
    const { makeRequest } = this.services.ServerConnection;
    try {
      const response = await makeRequest(
        url,
        body === undefined ? init : { ...init, body: JSON.stringify(body) },
        this.#settings,
      );
      const text = await response.text();
      if (response.ok) return text === "" ? undefined : this.#parse(text);
      if (response.status === 404 && path !== "api") return undefined;
      throw this.#refusal(response, text);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof KernelError) throw error;
      const why = late.signal.aborted ? `no answer within ${patienceMs / 1000} s` : messageOf(error);
      throw this.#unreachable(why, error);
    } finally {
      callOff();
    }
  }

  /** A socket to a kernel's channels. With the same session the server hands over what came while there was none. */
  openSocket(kernelId: string, session: string): WebSocket {
    const query = `channels?session_id=${encodeURIComponent(session)}`;
    const url = `${this.#settings.wsUrl}api/kernels/${encodeURIComponent(kernelId)}/${query}`;
    const protocols = Object.values(this.services.messages.supportedKernelWebSocketProtocols);
    const { token } = this.#settings;
    const socket = new WebSocket(url, protocols, {
      headers: token === "" ? {} : { Authorization: `token ${token}` },
      maxPayload: largestMessage,
      perMessageDeflate: false,
      // A server opens it when the kernel answers, and a kernel may take its time to start.
      handshakeTimeout: openPatienceMs,
    });
    socket.binaryType = "arraybuffer";
    return socket;
  }

  serialize(message: Parameters<ServerSettings["serializer"]["serialize"]>[0], protocol: string) {
    return this.#settings.serializer.serialize(message, protocol);
  }

  /** A message of the kernel; undefined for what is none. */
  deserialize(data: unknown, protocol: string) {
    try {
      // The declared type of the serializer leaves out that it reads text too, which servers without a subprotocol send.
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
      throw this.#notJupyter("its answer is not JSON");
    }
  }

  #refusal(response: Response, text: string): KernelError {
    const { status } = response;
    const location = response.headers.get("location") ?? "";
    const isLogin = status >= 300 && status < 400 && /login|oauth/i.test(location);
    if (status === 401 || status === 403 || isLogin) {
      const what = this.#settings.token === "" ? "asks for a token, and none is set" : "refused the token that is set";
      const how = "Set the token that `jupyter server list` or the hub's token page shows.";
      return new KernelError("unauthorized", `The Jupyter server at ${this.shownUrl} ${what}. ${how}`);
    }
    if (status >= 300 && status < 400)
      return new KernelError(
        "not-jupyter",
        `${this.shownUrl} sends on to another address (${withoutQuery(location)}). Set the Jupyter server's own URL.`,
      );
    if (status === 424 || status === 503)
      return new KernelError(
        "unreachable",
        `The Jupyter server at ${this.shownUrl} is not running (HTTP ${status}). Open it in a browser to start it.`,
      );
    if (status === 404) return this.#notJupyter("it does not know /api");
    return new KernelError(
      "refused",
      `The Jupyter server at ${this.shownUrl} answered with HTTP ${status}: ${wordsOf(text)}`,
    );
  }

  #notJupyter(why: string): KernelError {
    return new KernelError(
      "not-jupyter",
      `There is no Jupyter server at ${this.shownUrl}: ${why}. Set the URL that \`jupyter server list\` shows.`,
    );
  }

  #unreachable(why: string, cause: unknown): KernelError {
    const how = /certificate/i.test(why)
      ? "If you trust that server's certificate, name it in the environment variable NODE_EXTRA_CA_CERTS."
      : "Is it running, and is the URL right?";
    return new KernelError("unreachable", `The Jupyter server at ${this.shownUrl} cannot be reached: ${why}. ${how}`, {
      cause,
    });
  }
}

/** What `fetch` throws says only that it failed; why is in its cause, and the library would drop that. */
async function fetchWithCause(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const words = cause instanceof AggregateError ? cause.errors.map(messageOf).join(", ") : messageOf(cause ?? error);
    throw new TypeError(words, { cause: error });
  }
}

function wordsOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (isRecord(parsed) && typeof parsed.message === "string") return parsed.message;
  } catch {
    // A page in HTML, most likely of a proxy: nothing to show.
  }
  return body.length < 200 && !body.includes("<") ? body : "no reason given";
}

function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, "");
}
