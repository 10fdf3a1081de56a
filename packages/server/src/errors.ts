/** Why an endpoint could not start, with a code for programs and words for people. */
export type StartErrorCode =
  | "lock-directory-not-a-directory"
  | "lock-directory-not-writable"
  | "lock-directory-not-ours"
  | "no-free-port"
  | "port-taken"
  | "bad-option";

/**
 * `createIde` failed and left nothing behind.
 *
 * @example
 * try { await createIde(editor); }
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

/** The `code` of a system error such as ENOENT. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The words of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where an unexpected error came from, as text: an Error in a log entry would be lost in its JSON. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}
