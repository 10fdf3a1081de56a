/** Calls a listener. If it throws, the error is reported as uncaught and doesn't disturb the connection. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
