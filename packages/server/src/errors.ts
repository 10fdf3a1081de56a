/** Why an endpoint could not start. */
export type StartErrorCode =
  | "lock-directory-not-a-directory"
  | "lock-directory-not-writable"
  | "lock-directory-not-ours"
  | "no-free-port"
  | "port-taken"
  | "bad-option";

/**
 * The endpoint could not start. Everything was cleaned up.
 *
 * @example
 * try { await createEndpoint(editor); }
 * catch (error) { if (error instanceof StartError && error.code === "port-taken") retryLater(); }
 */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
