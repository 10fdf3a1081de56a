/**
 * The file through which clients of an agent find this editor. It is written atomically with mode 0600, and only into a directory
 * that nobody else can change: another user may have made it first.
 */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isRecord, messageOf, systemErrorCode } from "@tandem-ide/base";
import { isAlive, startMark } from "@tandem-ide/base/node";
import { StartError } from "../errors.js";
import { readSmallFile } from "../hub/files/small-file.js";

/** Identifies the process that wrote the file. Clients ignore this member. */
const writerMember = "tandem";

/**
 * Creates directories from the outermost to the innermost, checks each, and returns the last. Throws a StartError that says what
 * to do.
 */
export function prepareDirectory(directories: readonly string[]): string {
  const [outermost = "", ...others] = directories;
  make(dirname(outermost));
  for (const directory of [outermost, ...others]) {
    make(directory);
    const problem = problemOf(directory);
    if (problem !== undefined)
      throw new StartError(
        problem === notDirectory ? "lock-directory-not-a-directory" : "lock-directory-not-ours",
        `${directory} ${problem}. Nothing was written there. Remove it and restart the editor.`,
      );
  }
  return directories.at(-1) ?? outermost;
}

function make(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "EEXIST" || code === "EISDIR") return;
    throw new StartError(
      "lock-directory-not-writable",
      `Cannot create ${directory}: ${messageOf(error)}. Make its parent writable.`,
      { cause: error },
    );
  }
}

const notDirectory = "is not a directory";

/** Returns what is wrong with a directory, or undefined. */
function problemOf(directory: string): string | undefined {
  const stat = lstatSync(directory);
  if (stat.isSymbolicLink()) return "is a link, which could lead anywhere";
  if (!stat.isDirectory()) return notDirectory;
  if (process.platform === "win32") return undefined; // The profile's access list protects it.
  if (stat.uid !== process.getuid?.()) return `belongs to another user (uid ${stat.uid}), who could read the token`;
  if ((stat.mode & 0o002) !== 0) return "can be written by other users, who could replace the file";
  // Agents create it with the user's umask, which is 0002 on many systems.
  if ((stat.mode & 0o020) !== 0) chmodSync(directory, stat.mode & 0o755);
  return undefined;
}

/** The process that wrote a file. */
interface Writer {
  readonly pid: number;
  readonly start?: string;
}

const thisProcess = (): Writer => {
  const start = startMark(process.pid);
  return { pid: process.pid, ...(start !== undefined && { start }) };
};

export class DiscoveryFile {
  readonly path: string;
  readonly #directory: string;
  readonly #name: string;
  readonly #writer = thisProcess();
  #isRemoved = false;

  constructor(directory: string, name: string) {
    this.#directory = directory;
    this.#name = name;
    this.path = join(directory, name);
  }

  write(content: Readonly<Record<string, unknown>>): void {
    if (this.#isRemoved) return;
    const temporary = join(this.#directory, `.${this.#name}.${process.pid}.tmp`);
    try {
      rmSync(temporary, { force: true });
      // "wx" refuses to follow a planted link.
      const file = openSync(temporary, "wx", 0o600);
      try {
        fchmodSync(file, 0o600); // With a umask such as 0277 no client could read it.
        writeFileSync(file, `${JSON.stringify({ ...content, [writerMember]: this.#writer })}\n`);
      } finally {
        closeSync(file);
      }
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw new StartError("lock-directory-not-writable", `Cannot write ${this.path}: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  /** Removes the file if it is still ours. Synchronous for exit handlers. */
  remove(): void {
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    try {
      if (writerIn(readContent(this.path))?.pid === process.pid) rmSync(this.path, { force: true });
    } catch {
      // Already removed, or no longer ours.
    }
  }
}

function readContent(path: string): Readonly<Record<string, unknown>> {
  const content: unknown = JSON.parse(readSmallFile(path));
  return isRecord(content) ? content : {};
}

/** Returns the Tandem process that wrote a file, or undefined for files of others. */
function writerIn(content: Readonly<Record<string, unknown>>): Writer | undefined {
  const writer = content[writerMember];
  if (!isRecord(writer) || typeof writer.pid !== "number") return undefined;
  return { pid: writer.pid, ...(typeof writer.start === "string" && { start: writer.start }) };
}

function hasEnded({ pid, start }: Writer): boolean {
  if (!isAlive(pid)) return true;
  const now = startMark(pid);
  // Another process has its id by now.
  return start !== undefined && now !== undefined && now !== start;
}

export interface LeftFile {
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Removes the files of Tandem processes that have ended, and returns them. Files of others stay. */
export function removeLeftDiscoveryFiles(directory: string): readonly LeftFile[] {
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(directory, name);
    try {
      const stat = lstatSync(path);
      if (!stat.isFile() || (process.platform !== "win32" && stat.uid !== process.getuid?.())) return [];
      const content = readContent(path);
      const writer = writerIn(content);
      if (!writer || !hasEnded(writer)) return [];
      rmSync(path);
      return [{ path, content }];
    } catch {
      return []; // Damaged, unreadable or already removed.
    }
  });
}
