/**
 * The rule of the protocol that the editor broke.
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
 * A message from the editor that breaks the protocol. It is ignored and the connection stays open.
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
