/** One client and its own connection to the editor: every frame is passed on as it came, then told. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem/base";
import type { Target } from "@tandem/client";
import { refuseUpgrade } from "@tandem/server/claude-code";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { End, Entry } from "../recording/entry.js";
import { dialEditor, tellingHeaders } from "./dial-editor.js";

type WithoutPlace<E> = E extends unknown ? Omit<E, "t" | "connection"> : never;
/** An entry without its place in the recording. */
export type Event = WithoutPlace<Entry>;

export interface ConnectionOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly tell: (event: Event) => void;
  readonly onEnd: () => void;
}

const maxMessageBytes = 256 * 1024 * 1024;
/** With so much unsent to one end, the other is not read any further until it is half of that. */
const maxUnsentBytes = 16 * 1024 * 1024;
/** How long the ends may take to agree to an end. */
const closeLingerMs = 1000;
/** Codes that stand for something which was never sent (RFC 6455, section 7.4.1). */
const noStatus = 1005;
const brokenOff = 1006;

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

  /** The editor is dialled first, so that the client is let in or refused as the editor does it. */
  start(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { target, clock, tell } = this.#options;
    const headers = tellingHeaders(request);
    let isAnswered = false;
    const refused = (status: number | undefined, words: string) => {
      if (isAnswered) return;
      isAnswered = true;
      socket.off("close", left);
      tell({ refused: { status: status ?? null, words, headers } });
      const said = words === "" ? "the editor refused the connection" : words;
      refuseUpgrade(
        socket,
        status !== undefined && status >= 400 ? status : 502,
        `${said} (passed on by tandem inspect)`,
        clock,
      );
      // Where it is the client that has gone, the editor may still be about to let it in.
      this.#editor?.terminate();
      this.#end();
    };
    const left = () => refused(undefined, "the client left before the editor had answered");
    socket.once("close", left);
    this.#editor = dialEditor(request, target, {
      onRefused: refused,
      onOpen: (protocol) => {
        isAnswered = true;
        socket.off("close", left);
        tell({ open: { headers, protocol: protocol ?? null } });
        this.#letIn(request, socket, head, protocol);
      },
    });
  }

  #letIn(request: IncomingMessage, socket: Duplex, head: Buffer, protocol: string | undefined): void {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      autoPong: false,
      handleProtocols: () => protocol ?? false,
    });
    server.on("wsClientError", () => this.#over("client", brokenOff, "its upgrade request was not valid"));
    server.handleUpgrade(request, socket, head, (client) => {
      const editor = this.#editor;
      if (!editor || this.#isOver) {
        client.terminate();
        return;
      }
      this.#client = client;
      this.#pass("client", client, editor);
      this.#pass("editor", editor, client);
    });
    if (!this.#client && !this.#isOver) this.#over("client", brokenOff, "it left during the handshake");
  }

  #pass(from: End, source: WebSocket, sink: WebSocket): void {
    const { tell } = this.#options;
    const resume = () => {
      if (source.isPaused && sink.bufferedAmount < maxUnsentBytes / 2) source.resume();
    };
    const pass = (send: () => void, event: Event) => {
      // What comes after the other end has gone reaches nobody, and the recording of this connection has its end.
      if (this.#isOver) return;
      if (sink.readyState === sink.OPEN) send();
      if (sink.bufferedAmount > maxUnsentBytes) source.pause();
      tell(event);
    };
    source.on("message", (data, isBinary) => {
      const bytes = bufferOf(data);
      const event = isBinary ? { from, binary: base64(bytes) } : { from, text: bytes.toString() };
      pass(() => sink.send(bytes, { binary: isBinary }, resume), event);
    });
    source.on("ping", (data) => pass(() => sink.ping(data, undefined, resume), { from, ping: base64(data) }));
    source.on("pong", (data) => pass(() => sink.pong(data, undefined, resume), { from, pong: base64(data) }));
    let why = "";
    source.on("error", (error) => {
      why = error.message;
    });
    // Words about what broke go into the recording only: no close frame was sent, so none is passed on.
    source.on("close", (code, reason) => this.#over(from, code, code === brokenOff ? why : reason.toString()));
  }

  /** One end has gone: the other is told in the same way. */
  #over(from: End, code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.tell({ from, close: { code, reason } });
    const rest = from === "client" ? this.#editor : this.#client;
    if (!rest || rest.readyState === rest.CLOSED) {
      this.#end();
      return;
    }
    rest.once("close", () => this.#end());
    if (code === brokenOff) {
      rest.terminate();
      return;
    }
    // One that was paused would not read the other end's agreement.
    rest.resume();
    if (code === noStatus) rest.close();
    else rest.close(code, reason);
    this.#lingerOver(rest);
  }

  /** The time counts from when the last of it has left: an end that reads slowly still gets all that was said to it. */
  #lingerOver(socket: WebSocket): void {
    const { clock } = this.#options;
    const look = () => {
      if (socket.bufferedAmount > 0 && !this.#isClosing) stop = clock.after(closeLingerMs, look);
      else socket.terminate();
    };
    let stop = clock.after(closeLingerMs, look);
    socket.once("close", () => stop());
  }

  /** Ends both sides, and resolves when they are closed. */
  close(): Promise<void> {
    this.#isClosing = true;
    if (this.#client && !this.#isOver) {
      this.#client.close(1001, "tandem inspect has ended");
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
