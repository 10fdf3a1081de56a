/** What the machine tells discovery: files, processes, ports. All of discovery's I/O is here, so the rest is pure. */
import { execFile } from "node:child_process";
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { linuxFacts, type ProcessState, processState } from "@tandem/base/node";

/**
 * What is known of a file without reading it.
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
 * The machine as discovery sees it. Pass some members to {@link discover} to look at another one, as tests do.
 *
 * @example
 * await discover({ system: { answers: async () => true } });
 */
export interface System {
  listDirectory(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<FileFacts>;
  /** As `stat`, but of a symbolic link itself. */
  lstat(path: string): Promise<FileFacts>;
  /** The text of a file, at most its first `limit` bytes. It never waits for more to be written. */
  readFile(path: string, limit: number): Promise<string>;
  /** The path with every symbolic link resolved. */
  realPath(path: string): Promise<string>;
  processState(pid: number): ProcessState;
  /** The processes above this one, nearest first; undefined where that cannot be known. */
  ancestors(): Promise<readonly number[] | undefined>;
  /** Whether something takes a TCP connection there within 500 ms. */
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
    // Not the socket's own timeout: that one counts from the last activity, and a name lookup is some.
    const timer = setTimeout(() => done(false), probeLimit);
    socket.on("connect", () => done(true));
    socket.on("error", () => done(false));
  });
}

const run = promisify(execFile);

async function parentOf(pid: number): Promise<number> {
  if (process.platform === "linux") {
    return linuxFacts(pid)?.parent ?? 0;
  }
  // The system's own: the folder that Claude Code is started in may be on the PATH.
  const { stdout } = await run("ps", ["-o", "ppid=", "-p", String(pid)], { env: { PATH: "/usr/bin:/bin" } });
  return Number(stdout.trim());
}

/** As many as the client climbs. */
const climb = 10;

async function ancestors(): Promise<readonly number[] | undefined> {
  if (process.platform === "win32") return undefined;
  const found: number[] = [];
  let pid = process.ppid;
  while (pid > 1 && found.length < climb) {
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
  // The file may have become a pipe since it was looked at, and opening one waits for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return (await buffer(file.createReadStream({ end: limit - 1 }))).toString("utf8");
}

/** The machine this runs on. */
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
