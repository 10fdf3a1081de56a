/**
 * Where log entries go. Tokens are never part of them.
 *
 * @example
 * const log: KernelLog = (level, message) => logger[level](message);
 */
export type KernelLog = (level: "error" | "warn" | "info" | "debug", message: string) => void;
