/** The log: one file for all Neovims of a user, a line an entry, moved aside when it has grown. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { LogEntry, LogSink } from "@tandem/base";

const maxBytes = 2 * 1024 * 1024;

function moveAside(path: string): void {
  try {
    if (statSync(path).size > maxBytes) renameSync(path, `${path}.old`);
  } catch {
    // There is none yet.
  }
}

function lineOf({ level, message, details }: LogEntry, pid: number): string {
  const facts = details ? ` ${JSON.stringify(details)}` : "";
  return `${new Date().toISOString()} ${level.padEnd(5)} [${pid}] ${message}${facts}\n`;
}

/** @param pid Neovim's, to tell its lines from those of others. */
export function logFile(path: string, pid: number): LogSink {
  let bytes = maxBytes;
  return (entry) => {
    const line = lineOf(entry, pid);
    bytes += Buffer.byteLength(line);
    try {
      // Looked at for the first line, and then after so much that it may have grown too long.
      if (bytes > maxBytes) {
        bytes = 0;
        mkdirSync(dirname(path), { recursive: true });
        moveAside(path);
      }
      // At once: after a crash the last lines are the ones that count.
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // A full disk, or a folder that cannot be made, must not end the editor's connection.
    }
  };
}
