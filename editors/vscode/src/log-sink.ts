/** Writes the endpoint's log entries to an output channel. */
import type { LogEntry, LogSink } from "@tandem-ide/base";

/** The logging methods of VS Code's `LogOutputChannel`. */
export type LogChannel = Record<LogEntry["level"], (message: string) => void>;

/** Formats an entry as one line, with its details as JSON. */
export function toLine({ message, details }: LogEntry): string {
  return details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message;
}

export function logSink(channel: LogChannel): LogSink {
  return (entry) => channel[entry.level](toLine(entry));
}
