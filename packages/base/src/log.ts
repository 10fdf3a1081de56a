/**
 * Writes structured log entries to a sink that the host supplies (DBG-01). Entries never contain the token,
 * and contain message bodies only if the host asks for them.
 */
export type LogLevel = "error" | "warn" | "info" | "debug";

export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  /** Additional data, such as client, method and sizes. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Receives log entries. Errors it throws are ignored, so a failing log can't crash the editor. */
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

  /** Returns a logger that adds `facts` to every entry. */
  with(facts: Details): Logger {
    return new Logger((entry) => this.#sink({ ...entry, details: { ...facts, ...entry.details } }), this.#level);
  }

  /** Returns true if entries of this level are written. Check it before building an expensive message. */
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
      // For example a disposed output channel or a full disk. Nothing can be done about it here.
    }
  }
}
