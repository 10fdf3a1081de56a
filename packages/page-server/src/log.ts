/** Receives the page server's log entries. They never contain a token, cookie, key or secret. */
export type PageServerLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  details?: Record<string, unknown>,
) => void;
