/** Relays one client to the editor: passes on every frame unchanged, then reports it. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem-ide/base";
import type { Target } from "@tandem-ide/client";
import { rejectUpgrade } from "@tandem-ide/server/claude-code";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { End, Entry } from "../recording/entry.js";
import { dialEditor, headersToRecord } from "./dial-editor.js";

type EventOf<E> = E extends unknown ? Omit<E, "t" | "connection"> : never;
/** An entry without its time and connection. */
export type Event = EventOf<Entry>;

export interface ConnectionOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly emit: (event: Event) => void;
  readonly onEnd: () => void;
}

const maxMessageBytes = 256 * 1024 * 1024;
/** If more than this is unsent to one end, reading from the other is paused until half of it is sent. */
const maxUnsentBytes = 16 * 1024 * 1024;
/** How long to wait for a close frame. */
const closeLingerMs = 1000;
/** Codes that are never sent in a close frame (RFC 6455, section 7.4.1). */
const noStatus = 1005;
const connectionLost = 1006;

const base64 = (data: Buffer) => data.toString("base64");

function bufferOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}

export class Connection {
  readonly #options: ConnectionOptions;
  #client: WebSocket | undefined;
  #editor: WebSocket | undefined;
  #isOver = false;
  #isClosing = false;
  #resolveEnded: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve;
  });

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Connects to the editor first, so that the client gets the same response. */
  start(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { target, clock, emit } = this.#options;
    const headers = headersToRecord(request);
    let isAnswered = false;
    const refused = (status: number | undefined, words: string) => {
      if (isAnswered) return;
      isAnswered = true;
      socket.off("close", left);
      emit({ refused: { status: status ?? null, words, headers } });
      const message = words === "" ? "the editor refused the connection" : words;
      const sentStatus = status !== undefined && status >= 400 ? status : 502;
      rejectUpgrade(socket, sentStatus, `${message} (relayed by tandem inspect)`, clock);
      // If the client left, the editor may still accept the connection.
      this.#editor?.terminate();
      this.#end();
    };
    const left = () => refused(undefined, "the client left before the editor answered");
    socket.once("close", left);
    this.#editor = dialEditor(request, target, {
      onRefused: refused,
      onOpen: (protocol) => {
        isAnswered = true;
        socket.off("close", left);
        emit({ open: { headers, protocol: protocol ?? null } });
        this.#accept(request, socket, head, protocol);
      },
    });
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, protocol: string | undefined): void {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      autoPong: false,
      handleProtocols: () => protocol ?? false,
    });
    server.on("wsClientError", () => this.#closed("client", connectionLost, "the upgrade request wasn't valid"));
    server.handleUpgrade(request, socket, head, (client) => {
      const editor = this.#editor;
      if (!editor || this.#isOver) {
        client.terminate();
        return;
      }
      this.#client = client;
      this.#relay("client", client, editor);
      this.#relay("editor", editor, client);
    });
    if (!this.#client && !this.#isOver) this.#closed("client", connectionLost, "the client left during the handshake");
  }

  #relay(from: End, source: WebSocket, sink: WebSocket): void {
    const { emit } = this.#options;
    const resume = () => {
      if (source.isPaused && sink.bufferedAmount < maxUnsentBytes / 2) source.resume();
    };
    const pass = (send: () => void, event: Event) => {
      // The other end has closed, and the recording of this connection is complete.
      if (this.#isOver) return;
      if (sink.readyState === sink.OPEN) send();
      if (sink.bufferedAmount > maxUnsentBytes) source.pause();
      emit(event);
    };
    source.on("message", (data, isBinary) => {
      const bytes = bufferOf(data);
      const event = isBinary ? { from, binary: base64(bytes) } : { from, text: bytes.toString() };
      pass(() => sink.send(bytes, { binary: isBinary }, resume), event);
    });
    source.on("ping", (data) => pass(() => sink.ping(data, undefined, resume), { from, ping: base64(data) }));
    source.on("pong", (data) => pass(() => sink.pong(data, undefined, resume), { from, pong: base64(data) }));
    let lastError = "";
    source.on("error", (error) => {
      lastError = error.message;
    });
    // The error message is only recorded: there was no close frame to pass on.
    source.on("close", (code, reason) =>
      this.#closed(from, code, code === connectionLost ? lastError : String(reason)),
    );
  }

  /** Closes the other end in the same way. */
  #closed(from: End, code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.emit({ from, close: { code, reason } });
    const rest = from === "client" ? this.#editor : this.#client;
    if (!rest || rest.readyState === rest.CLOSED) {
      this.#end();
      return;
    }
    rest.once("close", () => this.#end());
    if (code === connectionLost) {
      rest.terminate();
      return;
    }
    // A paused socket wouldn't read the peer's close frame.
    rest.resume();
    if (code === noStatus) rest.close();
    else rest.close(code, reason);
    this.#lingerOver(rest);
  }

  /** Terminates the socket if it doesn't close in time. The timeout starts once everything is sent, to allow for slow readers. */
  #lingerOver(socket: WebSocket): void {
    const { clock } = this.#options;
    const check = () => {
      if (socket.bufferedAmount > 0 && !this.#isClosing) stop = clock.after(closeLingerMs, check);
      else socket.terminate();
    };
    let stop = clock.after(closeLingerMs, check);
    socket.once("close", () => stop());
  }

  /** Closes both sides and resolves when they are closed. */
  close(): Promise<void> {
    this.#isClosing = true;
    if (this.#client && !this.#isOver) {
      this.#client.close(1001, "tandem inspect was stopped");
      this.#lingerOver(this.#client);
    } else if (!this.#client) {
      this.#editor?.terminate();
      this.#end();
    }
    return this.#ended;
  }

  #end(): void {
    this.#isOver = true;
    this.#options.onEnd();
    this.#resolveEnded();
  }
}
