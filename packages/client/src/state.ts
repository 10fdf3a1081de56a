/**
 * The state of a connection.
 *
 * @example
 * client.onState((state) => {
 *   if (state.status === "closed") console.log(state.reason);
 * });
 */
export type ConnectionState =
  | { readonly status: "connected" }
  | {
      readonly status: "reconnecting";
      /** Starts at 1. */
      readonly attempt: number;
      readonly delayMs: number;
      /** Why the connection was lost. */
      readonly reason: string;
    }
  | ClosedState;

/**
 * The final state of a connection.
 *
 * @example
 * const { byClient, closeCode, reason } = await client.closed;
 */
export interface ClosedState {
  readonly status: "closed";
  /** True if the client closed it. */
  readonly byClient: boolean;
  /** A message for the user, with advice if there is any. */
  readonly reason: string;
  /** The WebSocket close code of the last drop. */
  readonly closeCode: number;
}
