/**
 * Structured log events at levels, into a sink that the host supplies (DBG-01). The token is never part of an event,
 * and message bodies only when the host asks for them.
 */
export type LogLevel = "error" | "warn" | "info" | "debug";

export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  /** Facts beside the message: client, method, sizes. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Where log entries go. It must not throw. */
export type LogSink = (entry: LogEntry) => void;

const rank: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 };

export class Logger {
  readonly #sink: LogSink;
  readonly #level: LogLevel;

  constructor(sink: LogSink, level: LogLevel) {
    this.#sink = sink;
    this.#level = level;
  }

  /** True when entries of this level are kept: asks before an expensive message is built. */
  enabled(level: LogLevel): boolean {
    return rank[level] <= rank[this.#level];
  }

  log(level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>): void {
    if (this.enabled(level)) this.#sink(details ? { level, message, details } : { level, message });
  }

  error(message: string, details?: Readonly<Record<string, unknown>>): void {
    this.log("error", message, details);
  }

  warn(message: string, details?: Readonly<Record<string, unknown>>): void {
    this.log("warn", message, details);
  }

  info(message: string, details?: Readonly<Record<string, unknown>>): void {
    this.log("info", message, details);
  }

  debug(message: string, details?: Readonly<Record<string, unknown>>): void {
    this.log("debug", message, details);
  }
}
