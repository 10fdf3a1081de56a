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

/** Where log entries go. What it throws is dropped: a log that fails must not take the editor with it. */
export type LogSink = (entry: LogEntry) => void;

const rank: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 };

type Details = Readonly<Record<string, unknown>>;

export class Logger {
  readonly #sink: LogSink;
  readonly #level: LogLevel;

  constructor(sink: LogSink, level: LogLevel) {
    this.#sink = sink;
    this.#level = level;
  }

  /** A logger that puts these facts beside every message. */
  with(facts: Details): Logger {
    return new Logger((entry) => this.#sink({ ...entry, details: { ...facts, ...entry.details } }), this.#level);
  }

  /** True when entries of this level are kept: asks before an expensive message is built. */
  enabled(level: LogLevel): boolean {
    return rank[level] <= rank[this.#level];
  }

  error(message: string, details?: Details): void {
    this.#log("error", message, details);
  }

  warn(message: string, details?: Details): void {
    this.#log("warn", message, details);
  }

  info(message: string, details?: Details): void {
    this.#log("info", message, details);
  }

  debug(message: string, details?: Details): void {
    this.#log("debug", message, details);
  }

  #log(level: LogLevel, message: string, details: Details | undefined): void {
    if (!this.enabled(level)) return;
    try {
      this.#sink(details ? { level, message, details } : { level, message });
    } catch {
      // An output channel that is already disposed, a full disk: nothing that this endpoint could mend.
    }
  }
}
