/** Errors of this package. Each message says what happened, to what, and what to do. None ever holds the token. */

/**
 * What stood in the way of a connection.
 *
 * @example
 * const worthAnotherTry: readonly ConnectErrorCode[] = ["busy", "timeout"];
 */
export type ConnectErrorCode =
  | "unauthorized"
  | "forbidden"
  | "busy"
  | "refused"
  | "unreachable"
  | "no-subprotocol"
  | "bad-handshake"
  | "closed"
  | "timeout";

/**
 * A connection that did not come about. `status` is the HTTP status where the editor answered with one.
 *
 * @example
 * try {
 *   await connect(target);
 * } catch (error) {
 *   if (error instanceof ConnectError && error.code === "unauthorized") console.error(error.message);
 * }
 */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
  readonly code: ConnectErrorCode;
  readonly status: number | undefined;

  constructor(code: ConnectErrorCode, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = options.status;
  }
}

/**
 * A request that the end of the connection left without an answer, or that was made after it. `closeCode` is the
 * WebSocket close code.
 *
 * @example
 * client.call("getOpenEditors").catch((error) => {
 *   if (error instanceof ConnectionClosedError) console.log(error.closeCode);
 * });
 */
export class ConnectionClosedError extends Error {
  override readonly name = "ConnectionClosedError";
  readonly closeCode: number | undefined;

  constructor(message: string, closeCode?: number) {
    super(message);
    this.closeCode = closeCode;
  }
}

/**
 * A request that was not answered in time. The editor has been told that the answer is no longer wanted.
 *
 * @example
 * client.call("getDiagnostics", {}, { timeoutMs: 500 }).catch((error) => error instanceof TimeoutError);
 */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * An answer that is not of the form which the protocol gives it.
 *
 * @example
 * client.request("listFiles").catch((error) => {
 *   if (error instanceof AnswerError) console.error(`A fault of the editor: ${error.message}`);
 * });
 */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}
