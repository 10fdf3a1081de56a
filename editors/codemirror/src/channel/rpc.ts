/** Requests and notifications over a channel: JSON-RPC by `vscode-jsonrpc`. */
import { messageOf } from "@tandem-ide/base";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  CancellationTokenSource,
  type DataCallback,
  Disposable,
  ErrorCodes,
  type Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  NotificationType,
  RequestType,
  ResponseError,
} from "vscode-jsonrpc";
import type { Channel } from "./channel.js";

/** `createMessageConnection` of `vscode-jsonrpc/node` or `vscode-jsonrpc/browser`. */
export type CreateConnection = (reader: MessageReader, writer: MessageWriter) => MessageConnection;

/** Returns an error that rejects a request because of its parameters. */
export function invalidParams(message: string): Error {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

class ChannelReader extends AbstractMessageReader implements MessageReader {
  readonly #channel: Channel;

  constructor(channel: Channel) {
    super();
    this.#channel = channel;
  }

  listen(callback: DataCallback): Disposable {
    return Disposable.create(
      this.#channel.onMessage((message) => {
        if (isMessage(message)) callback(message);
        else this.fireError(new Error("Ignored a message that isn't JSON-RPC"));
      }),
    );
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
}

class ChannelWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #channel: Channel;

  constructor(channel: Channel) {
    super();
    this.#channel = channel;
  }

  async write(message: Message): Promise<void> {
    this.#channel.send(message);
  }

  end(): void {}
}

/**
 * One side of a JSON-RPC connection, which ends with its channel. The caller chooses the types of incoming messages: with
 * an untrusted side that is `unknown`, to be validated first.
 */
export class Rpc {
  readonly #channel: Channel;
  readonly #connection: MessageConnection;
  #isClosed = false;

  /** `onProblem` reports invalid messages. */
  constructor(channel: Channel, create: CreateConnection, onProblem: (message: string) => void) {
    this.#channel = channel;
    const connection = create(new ChannelReader(channel), new ChannelWriter(channel));
    this.#connection = connection;
    connection.onError(([error]) => onProblem(error.message));
    connection.onUnhandledNotification(({ method }) => onProblem(`Unknown notification ${method}`));
    channel.onClose(() => {
      this.#isClosed = true;
      connection.dispose();
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Starts to receive messages. Call it after adding all handlers. */
  listen(): void {
    this.#connection.listen();
  }

  /** Handles requests with this name. Errors are sent to the other side with their message. */
  onRequest<Params>(method: string, handler: (params: Params, signal: AbortSignal) => unknown): void {
    this.#connection.onRequest(new RequestType<Params, unknown, void>(method), async (params, token) => {
      const controller = new AbortController();
      const listening = token.onCancellationRequested(() => controller.abort());
      try {
        return (await handler(params, controller.signal)) ?? null;
      } catch (error) {
        throw error instanceof ResponseError ? error : new ResponseError(ErrorCodes.UnknownErrorCode, messageOf(error));
      } finally {
        listening.dispose();
      }
    });
  }

  onNotification<Params>(method: string, handler: (params: Params) => void): void {
    this.#connection.onNotification(new NotificationType<Params>(method), handler);
  }

  /**
   * Sends a request. After an abort the other side gets `graceMs` to clean up and answer. One that hangs never answers.
   */
  async request<Answer>(method: string, params: object, signal?: AbortSignal, graceMs = 500): Promise<Answer> {
    if (this.#isClosed) throw new Error("The window is closed");
    const source = new CancellationTokenSource();
    let cancel = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      cancel = () => {
        source.cancel();
        timer = setTimeout(() => reject(new Error("The window isn't responding")), graceMs);
      };
    });
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const type = new RequestType<object, Answer, void>(method);
      return await Promise.race([this.#connection.sendRequest(type, params, source.token), timeout]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  notify(method: string, params: object): void {
    if (this.#isClosed) return;
    // Fails if the other side has just closed, which the channel reports.
    this.#connection.sendNotification(method, params).catch(() => {});
  }

  close(): void {
    this.#channel.close();
  }
}
