/**
 * Returns the message of any thrown value.
 *
 * @example
 * try { await work(); } catch (error) { log.warn(`Work failed: ${messageOf(error)}`); }
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the stack as text, for log entries: JSON drops the contents of an Error. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** Returns the `code` of a system error, such as ENOENT. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
