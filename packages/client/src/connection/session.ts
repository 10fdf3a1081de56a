/** One connection from its opening to its end: a line, a peer on it, and the handshake done. */
import {
  errorCodes,
  RpcError,
  type RpcNotification,
  type RpcRequest,
  type ToolDefinition,
  toFileUri,
} from "@tandem/protocol";
import { AnswerError, ConnectError, ConnectionClosedError, TimeoutError } from "../errors.js";
import type { Settings } from "../options.js";
import { addressOf, redact, type Target } from "../target.js";
import { type Drop, dial, type Line } from "./dial.js";
import { type Introduction, listTools, shakeHands } from "./handshake.js";
import { RpcPeer } from "./rpc-peer.js";

/** A close frame that is not answered within this time has nobody to answer it. */
const closeLimit = 1000;

/** How a drop is told to people. */
export function describeDrop({ code, reason }: Drop): string {
  return reason === "" ? `code ${code}` : `code ${code}: ${reason}`;
}

/** The requests an editor may make of a client. Everything else is refused, as Claude Code refuses it. */
function answerRequest(request: RpcRequest, roots: readonly string[]): unknown {
  if (request.method === "ping") return {};
  if (request.method === "roots/list") return { roots: roots.map((root) => ({ uri: toFileUri(root) })) };
  throw new RpcError(errorCodes.methodNotFound, `Method not found: ${request.method}`);
}

export class Session {
  readonly peer: RpcPeer;
  readonly introduction: Introduction;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly dropped: Promise<Drop>;
  readonly #line: Line;
  readonly #settings: Settings;
  #tools: readonly ToolDefinition[];

  constructor(line: Line, peer: RpcPeer, introduction: Introduction, dropped: Promise<Drop>, settings: Settings) {
    this.#line = line;
    this.peer = peer;
    this.introduction = introduction;
    this.dropped = dropped;
    this.#settings = settings;
    this.#tools = introduction.tools;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#tools;
  }

  /** Asks for the tools again. */
  async refreshTools(): Promise<readonly ToolDefinition[]> {
    this.#tools = await listTools(this.peer, { timeoutMs: this.#settings.requestTimeoutMs });
    return this.#tools;
  }

  /** Closes the connection and waits until it is gone. */
  async close(): Promise<void> {
    this.peer.end((method) => new ConnectionClosedError(`The connection was closed here, so ${method} has no answer.`));
    this.#line.close();
    const stopTimer = this.#settings.clock.after(closeLimit, () => this.#line.terminate());
    await this.dropped;
    stopTimer();
  }
}

/** What went wrong in the handshake, as an error of connecting. */
function handshakeError(error: unknown, target: Target, drop: Drop | undefined): unknown {
  const address = addressOf(target);
  if (drop?.code === 1008) {
    const message = `${address} took the connection and closed it at once (${describeDrop(drop)}). The token does not fit: the editor may have restarted. Read its lock file again.`;
    return new ConnectError("unauthorized", message, { cause: error });
  }
  if (drop) {
    const message = `${address} closed the connection during the handshake (${describeDrop(drop)}). Look into the editor's log for the reason.`;
    return new ConnectError("closed", message, { cause: error });
  }
  if (error instanceof TimeoutError)
    return new ConnectError("timeout", `${address} is connected but silent: ${error.message}`, { cause: error });
  if (error instanceof AnswerError || error instanceof RpcError) {
    const message = `The handshake with ${address} failed: ${error.message}. This is a fault of the editor's integration: report it there.`;
    return new ConnectError("bad-handshake", message, { cause: error });
  }
  return error;
}

/** Connects and shakes hands; throws a {@link ConnectError} or the signal's reason. */
export async function openSession(
  target: Target,
  settings: Settings,
  onNotification: (notification: RpcNotification) => void,
  signal: AbortSignal | undefined,
): Promise<Session> {
  const { clock, timeoutMs, identity, onViolation, roots } = settings;
  let drop: Drop | undefined;
  let tellDrop: (drop: Drop) => void = () => {};
  const dropped = new Promise<Drop>((resolve) => {
    tellDrop = resolve;
  });

  const line = dial(target, {
    userAgent: identity.userAgent,
    timeoutMs,
    clock,
    signal,
    onText: (text) => peer.receive(text),
    onBinary: () => onViolation({ code: "binary-frame", message: "A frame is binary; every message is a text frame" }),
    onDrop: (how) => {
      drop = how;
      const why = describeDrop(how);
      const error = (method: string) =>
        new ConnectionClosedError(`The connection ended (${why}), so ${method} has no answer.`, how.code);
      peer.end(error);
      tellDrop(how);
    },
  });
  const peer = new RpcPeer({
    clock,
    onNotification,
    onViolation,
    onRequest: (request) => answerRequest(request, roots),
    send: line.send,
    redact: (text) => redact(text, target),
  });

  await line.opened;
  try {
    const introduction = await shakeHands(peer, settings, { signal, timeoutMs });
    return new Session(line, peer, introduction, dropped, settings);
  } catch (error) {
    line.terminate();
    throw handshakeError(error, target, drop);
  }
}
