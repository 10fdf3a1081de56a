/** All of discovery's I/O: files, processes, ports. */
import { execFile } from "node:child_process";
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { linuxFacts, type ProcessState, processState } from "@tandem-ide/base/node";

/**
 * File metadata.
 *
 * @example
 * const facts: FileFacts = { kind: "file", size: 211, modified: Date.now() };
 */
export interface FileFacts {
  readonly kind: "file" | "directory" | "other";
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/**
 * The system functions that discovery uses. Tests pass replacements to {@link discover}.
 *
 * @example
 * await discover({ system: { answers: async () => true } });
 */
export interface System {
  listDirectory(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<FileFacts>;
  /** Like `stat`, but doesn't follow symbolic links. */
  lstat(path: string): Promise<FileFacts>;
  /** Returns at most the first `limit` bytes of a file. It never blocks. */
  readFile(path: string, limit: number): Promise<string>;
  /** The path with every symbolic link resolved. */
  realPath(path: string): Promise<string>;
  processState(pid: number): ProcessState;
  /** The parent processes, nearest first, or undefined if unknown. */
  ancestors(): Promise<readonly number[] | undefined>;
  /** Whether the port accepts a TCP connection within 500 ms. */
  answers(host: string, port: number): Promise<boolean>;
}

const probeLimit = 500;

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const done = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    // Not the socket's own timeout, which restarts on any activity, such as a name lookup.
    const timer = setTimeout(() => done(false), probeLimit);
    socket.on("connect", () => done(true));
    socket.on("error", () => done(false));
  });
}

const run = promisify(execFile);

async function parentOf(pid: number): Promise<number> {
  if (process.platform === "linux") return linuxFacts(pid)?.parent ?? 0;
  // Use the system's `ps`, because PATH may contain the folder in which Claude Code was started.
  const { stdout } = await run("ps", ["-o", "ppid=", "-p", String(pid)], { env: { PATH: "/usr/bin:/bin" } });
  return Number(stdout.trim());
}

/** The client checks this many ancestors too. */
const maxAncestors = 10;

async function ancestors(): Promise<readonly number[] | undefined> {
  if (process.platform === "win32") return undefined;
  const found: number[] = [];
  let pid = process.ppid;
  while (pid > 1 && found.length < maxAncestors) {
    found.push(pid);
    try {
      pid = await parentOf(pid);
    } catch {
      break;
    }
  }
  return found;
}

function factsOf(stats: Stats): FileFacts {
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  return { kind, size: stats.size, modified: stats.mtimeMs };
}

async function readStart(path: string, limit: number): Promise<string> {
  // The file may have been replaced by a pipe, and opening a pipe blocks.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return (await buffer(file.createReadStream({ end: limit - 1 }))).toString("utf8");
}

/** The real system functions. */
export const thisMachine: System = {
  listDirectory: (path) => readdir(path),
  stat: async (path) => factsOf(await stat(path)),
  lstat: async (path) => factsOf(await lstat(path)),
  readFile: readStart,
  realPath: (path) => realpath(path),
  processState,
  ancestors,
  answers,
};
