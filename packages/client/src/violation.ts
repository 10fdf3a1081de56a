/**
 * Which rule of the protocol the editor broke.
 *
 * @example
 * const isSerious = (code: ViolationCode) => code !== "unknown-answer";
 */
export type ViolationCode =
  | "not-json"
  | "not-json-rpc"
  | "binary-frame"
  | "bad-notification"
  | "unknown-answer"
  | "error-without-id";

/**
 * A message from the editor that breaks the protocol. The connection goes on without it.
 *
 * @example
 * await connect(target, { onViolation: ({ code, message }) => console.warn(code, message) });
 */
export interface Violation {
  readonly code: ViolationCode;
  readonly message: string;
  /** The method of the offending notification. */
  readonly method?: string;
}
