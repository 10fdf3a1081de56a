/** The endpoint's log entries, for an output channel whose level the user sets. Pure. */
import type { LogEntry, LogSink } from "@tandem/base";

/** What an output channel of VS Code has for each level. */
export type LogChannel = Record<LogEntry["level"], (message: string) => void>;

/** One line; the facts beside the message as JSON. */
export function toLine({ message, details }: LogEntry): string {
  return details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message;
}

export function logSink(channel: LogChannel): LogSink {
  return (entry) => channel[entry.level](toLine(entry));
}
