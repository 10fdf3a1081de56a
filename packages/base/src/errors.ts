/** What can be said of anything that was thrown. */

/**
 * The message of anything that was thrown.
 *
 * @example
 * try { await work(); } catch (error) { log.warn(`Work failed: ${messageOf(error)}`); }
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where an unexpected error came from, as text: an Error in a log entry would be lost in its JSON. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** The `code` of a system error such as ENOENT. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
