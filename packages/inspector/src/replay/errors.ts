/**
 * A replay can't start, because the recording, the connection or the folders don't match. The message says what to do.
 *
 * @example
 * replayClient(recording, target).catch((error) => {
 *   if (error instanceof ReplayError) console.error(error.message);
 * });
 */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
}
