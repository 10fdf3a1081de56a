/** Where the door writes what happened; never a token, cookie, key or secret. */
export type DoorLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  details?: Record<string, unknown>,
) => void;
