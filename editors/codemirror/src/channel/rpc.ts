/** Requests and notifications over a channel: JSON-RPC by `vscode-jsonrpc`. */
import { messageOf } from "@tandem/base";
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

/** `createMessageConnection` of `vscode-jsonrpc/node` or of `vscode-jsonrpc/browser`: they differ in what they need. */
export type CreateConnection = (reader: MessageReader, writer: MessageWriter) => MessageConnection;

/** Says no in words that reach the other end as they are. */
export function refusal(words: string): Error {
  return new ResponseError(ErrorCodes.InvalidParams, words);
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
        else this.fireError(new Error("Something that is no JSON-RPC message has arrived, and was dropped"));
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
 * One side of a conversation. It ends with its channel. The types of what comes are what the caller says: where the other
 * side is not trusted that is `unknown`, and is looked at first.
 */
export class Rpc {
  readonly #channel: Channel;
  readonly #connection: MessageConnection;
  #isClosed = false;

  /** `onProblem` is told what came and made no sense. */
  constructor(channel: Channel, create: CreateConnection, onProblem: (words: string) => void) {
    this.#channel = channel;
    const connection = create(new ChannelReader(channel), new ChannelWriter(channel));
    this.#connection = connection;
    connection.onError(([error]) => onProblem(error.message));
    connection.onUnhandledNotification(({ method }) => onProblem(`Nobody knows the notification ${method}`));
    channel.onClose(() => {
      this.#isClosed = true;
      connection.dispose();
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins to take messages; after every handler is in place. */
  listen(): void {
    this.#connection.listen();
  }

  /** Answers requests of this name. What the handler throws is told in its words. */
  answer<Params>(method: string, handler: (params: Params, signal: AbortSignal) => unknown): void {
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

  /** Is told of notifications of this name. */
  hear<Params>(method: string, handler: (params: Params) => void): void {
    this.#connection.onNotification(new NotificationType<Params>(method), handler);
  }

  /**
   * Asks the other side. An abort is told to it, and its answer is waited for `graceMs` more, as it says when everything is
   * undone; a side that hangs never says so.
   */
  async ask<Answer>(method: string, params: object, signal?: AbortSignal, graceMs = 500): Promise<Answer> {
    if (this.#isClosed) throw new Error("The window is gone");
    const source = new CancellationTokenSource();
    let cancel = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      cancel = () => {
        source.cancel();
        timer = setTimeout(() => reject(new Error("The window does not answer")), graceMs);
      };
    });
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const type = new RequestType<object, Answer, void>(method);
      return await Promise.race([this.#connection.sendRequest(type, params, source.token), silence]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  tell(method: string, params: object): void {
    if (this.#isClosed) return;
    // It fails when the other side has just gone, which the channel tells.
    this.#connection.sendNotification(method, params).catch(() => {});
  }

  close(): void {
    this.#channel.close();
  }
}
