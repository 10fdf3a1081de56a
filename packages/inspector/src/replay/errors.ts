/**
 * A replay that cannot begin: the recording, the connection or the folders do not fit. The words say what to do.
 *
 * @example
 * replayClient(recording, target).catch((error) => {
 *   if (error instanceof ReplayError) console.error(error.message);
 * });
 */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
}
