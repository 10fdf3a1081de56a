/**
 * Receives log entries, which never contain tokens.
 *
 * @example
 * const log: KernelLog = (level, message) => logger[level](message);
 */
export type KernelLog = (level: "error" | "warn" | "info" | "debug", message: string) => void;
