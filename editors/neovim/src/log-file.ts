/** The log file, shared by all Neovims of a user. It is rotated when it gets too large. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { LogEntry, LogSink } from "@tandem-ide/base";

const maxBytes = 2 * 1024 * 1024;

function rotate(path: string): void {
  try {
    if (statSync(path).size > maxBytes) renameSync(path, `${path}.old`);
  } catch {
    // It does not exist yet.
  }
}

function lineOf({ level, message, details }: LogEntry, pid: number): string {
  const facts = details ? ` ${JSON.stringify(details)}` : "";
  return `${new Date().toISOString()} ${level.padEnd(5)} [${pid}] ${message}${facts}\n`;
}

/** @param pid Neovim's process id, written to each line */
export function logFile(path: string, pid: number): LogSink {
  let bytes = maxBytes;
  return (entry) => {
    const line = lineOf(entry, pid);
    bytes += Buffer.byteLength(line);
    try {
      // Check the size for the first line, and then whenever the file may have grown too large.
      if (bytes > maxBytes) {
        bytes = 0;
        mkdirSync(dirname(path), { recursive: true });
        rotate(path);
      }
      // Synchronously, because the last lines before a crash matter.
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // A full disk or a missing folder must not end the connection.
    }
  };
}
