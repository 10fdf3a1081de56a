/** One open connection with its peer, after the handshake. */
import {
  errorCodes,
  RpcError,
  type RpcNotification,
  type RpcRequest,
  type ToolDefinition,
  toFileUri,
} from "@tandem-ide/protocol";
import { AnswerError, ConnectError, ConnectionClosedError, TimeoutError } from "../errors.js";
import type { Settings } from "../options.js";
import { addressOf, redact, type Target } from "../target.js";
import { type Connection, type Drop, dial } from "./dial.js";
import { handshake, type Introduction, listTools } from "./handshake.js";
import { RpcPeer } from "./rpc-peer.js";

/** How long to wait for the reply to a close frame. */
const closeLimit = 1000;

/** Describes a lost connection, for messages. */
export function describeDrop({ code, reason }: Drop): string {
  return reason === "" ? `code ${code}` : `code ${code}: ${reason}`;
}

/** Answers the requests that an editor may send. All others are refused, as Claude Code does. */
function answerRequest(request: RpcRequest, roots: readonly string[]): unknown {
  if (request.method === "ping") return {};
  if (request.method === "roots/list") return { roots: roots.map((root) => ({ uri: toFileUri(root) })) };
  throw new RpcError(errorCodes.methodNotFound, `Method not found: ${request.method}`);
}

export class Session {
  readonly peer: RpcPeer;
  readonly introduction: Introduction;
  /** Resolves when the connection has ended, on either side. */
  readonly dropped: Promise<Drop>;
  readonly #connection: Connection;
  readonly #settings: Settings;
  #tools: readonly ToolDefinition[];

  constructor(
    connection: Connection,
    peer: RpcPeer,
    introduction: Introduction,
    dropped: Promise<Drop>,
    settings: Settings,
  ) {
    this.#connection = connection;
    this.peer = peer;
    this.introduction = introduction;
    this.dropped = dropped;
    this.#settings = settings;
    this.#tools = introduction.tools;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#tools;
  }

  /** Requests the tools again. */
  async refreshTools(): Promise<readonly ToolDefinition[]> {
    this.#tools = await listTools(this.peer, { timeoutMs: this.#settings.requestTimeoutMs });
    return this.#tools;
  }

  /** Closes the connection and waits for its end. */
  async close(): Promise<void> {
    this.peer.end(
      (method) => new ConnectionClosedError(`The client closed the connection before ${method} was answered.`),
    );
    this.#connection.close();
    const stopTimer = this.#settings.clock.after(closeLimit, () => this.#connection.terminate());
    await this.dropped;
    stopTimer();
  }
}

/** Converts a failed handshake to a ConnectError. */
function handshakeError(error: unknown, target: Target, drop: Drop | undefined): unknown {
  const address = addressOf(target);
  if (drop?.code === 1008) {
    const message = `${address} accepted the connection and closed it at once (${describeDrop(drop)}). The token is wrong, perhaps because the editor has restarted. Read its lock file again.`;
    return new ConnectError("unauthorized", message, { cause: error });
  }
  if (drop) {
    const message = `${address} closed the connection during the handshake (${describeDrop(drop)}). Check the editor's log.`;
    return new ConnectError("closed", message, { cause: error });
  }
  if (error instanceof TimeoutError)
    return new ConnectError("timeout", `${address} accepted the connection but doesn't answer: ${error.message}`, {
      cause: error,
    });
  if (error instanceof AnswerError || error instanceof RpcError) {
    const message = `The handshake with ${address} failed: ${error.message}. This is a bug in the editor's integration. Report it there.`;
    return new ConnectError("bad-handshake", message, { cause: error });
  }
  return error;
}

/** Connects and performs the handshake. Throws a {@link ConnectError} or the signal's reason. */
export async function openSession(
  target: Target,
  settings: Settings,
  onNotification: (notification: RpcNotification) => void,
  signal: AbortSignal | undefined,
): Promise<Session> {
  const { clock, timeoutMs, identity, onViolation, roots } = settings;
  let drop: Drop | undefined;
  let resolveDropped: (drop: Drop) => void = () => {};
  const dropped = new Promise<Drop>((resolve) => {
    resolveDropped = resolve;
  });

  const connection = dial(target, {
    userAgent: identity.userAgent,
    timeoutMs,
    clock,
    signal,
    onText: (text) => peer.receive(text),
    onBinary: () =>
      onViolation({ code: "binary-frame", message: "Received a binary frame. Messages must be text frames" }),
    onDrop: (how) => {
      drop = how;
      const why = describeDrop(how);
      const error = (method: string) =>
        new ConnectionClosedError(`The connection was lost (${why}) before ${method} was answered.`, how.code);
      peer.end(error);
      resolveDropped(how);
    },
  });
  const peer = new RpcPeer({
    clock,
    onNotification,
    onViolation,
    onRequest: (request) => answerRequest(request, roots),
    send: connection.send,
    redact: (text) => redact(text, target),
  });

  await connection.opened;
  try {
    const introduction = await handshake(peer, settings, { signal, timeoutMs });
    return new Session(connection, peer, introduction, dropped, settings);
  } catch (error) {
    connection.terminate();
    throw handshakeError(error, target, drop);
  }
}
