/** Loads a module once, when it is first wanted. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      // The next one may find it, after an update is complete. Where it could not be read, Node does not try again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
