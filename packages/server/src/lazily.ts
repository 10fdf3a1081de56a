/** Loads a module once: asking Node for it again at each call would cost more than the call. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined; // The next one may find it, after an update of the plugin is complete.
      throw error;
    });
    return loading;
  };
}
