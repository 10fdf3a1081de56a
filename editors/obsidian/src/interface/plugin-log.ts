/** The log: writes to the developer console at the user's level and keeps the last entries for the command "Show log". */
import type { LogEntry, LogLevel, LogSink } from "@tandem-ide/base";

/** The console methods that Obsidian's guidelines allow. */
export type LogConsole = Pick<Console, "error" | "warn" | "debug">;

const rank: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 };
const maxLines = 500;
function toLine({ message, details }: LogEntry): string {
  return details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message;
}

export class PluginLog {
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
    this.#lines.splice(0, this.#lines.length - maxLines);
    const { level } = entry;
    this.#console[level === "info" ? "debug" : level](`Tandem: ${line}`);
  };

  get text(): string {
    return this.#lines.join("\n");
  }
}
