/**
 * Where a connection stands.
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
      /** Counted from 1. */
      readonly attempt: number;
      readonly delayMs: number;
      /** Why the connection was lost. */
      readonly reason: string;
    }
  | ClosedState;

/**
 * The end of a connection, for good.
 *
 * @example
 * const { byClient, closeCode, reason } = await client.closed;
 */
export interface ClosedState {
  readonly status: "closed";
  /** True when this side closed it. */
  readonly byClient: boolean;
  /** In words, with what to do where something can be done. */
  readonly reason: string;
  /** The WebSocket close code of the last drop. */
  readonly closeCode: number;
}
