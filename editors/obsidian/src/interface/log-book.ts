/** The log: into the developer console at the level that the user sets, and the last entries for the command that shows them. */
import type { LogEntry, LogLevel, LogSink } from "@tandem/base";

/** What a console has. Obsidian's guidelines want no more of it than these. */
export type LogConsole = Pick<Console, "error" | "warn" | "debug">;

const rank: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 };
const kept = 500;

/** One line; the facts beside the message as JSON. */
function toLine({ message, details }: LogEntry): string {
  return details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message;
}

export class LogBook {
  readonly #console: LogConsole;
  readonly #level: () => LogLevel;
  readonly #now: () => Date;
  readonly #lines: string[] = [];

  constructor(console: LogConsole, level: () => LogLevel, now: () => Date) {
    this.#console = console;
    this.#level = level;
    this.#now = now;
  }

  readonly sink: LogSink = (entry) => {
    if (rank[entry.level] > rank[this.#level()]) return;
    const line = toLine(entry);
    this.#lines.push(`${this.#now().toISOString()} ${entry.level} ${line}`);
    this.#lines.splice(0, this.#lines.length - kept);
    const { level } = entry;
    this.#console[level === "info" ? "debug" : level](`Tandem: ${line}`);
  };

  /** The last entries, oldest first. */
  get text(): string {
    return this.#lines.join("\n");
  }
}
