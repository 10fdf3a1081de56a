/** Errors of this package. Messages never contain the token. */

/**
 * Why connecting failed.
 *
 * @example
 * const retryable: readonly ConnectErrorCode[] = ["busy", "timeout"];
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
 * Connecting failed. `status` is the HTTP status, if the editor sent one.
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
 * The connection ended before a request was answered, or was already closed. `closeCode` is the
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
 * A request was not answered in time and has been cancelled.
 *
 * @example
 * client.call("getDiagnostics", {}, { timeoutMs: 500 }).catch((error) => error instanceof TimeoutError);
 */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * A response doesn't follow the protocol.
 *
 * @example
 * client.request("listFiles").catch((error) => {
 *   if (error instanceof AnswerError) console.error(`Bug in the editor: ${error.message}`);
 * });
 */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}
