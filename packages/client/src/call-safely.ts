/** Calls a listener so that its fault is its own: it surfaces as an uncaught error and leaves the connection alone. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
