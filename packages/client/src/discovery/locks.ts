/** Reads all locks in all lock directories, without changing anything. */
import { join, resolve } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import {
  type ConfigDirectories,
  type LenientLockFile,
  lockDirectoryName,
  parseLockFile,
  portOfLockFile,
} from "@tandem-ide/protocol/schema-free";
import { mapLimited } from "./map-limited.js";
import type { FileFacts, System } from "./system.js";

/**
 * A directory for lock files.
 *
 * @example
 * const read = (await discover()).directories.filter((directory) => directory.isReadByClaude);
 */
export interface LockDirectory {
  readonly path: string;
  /** False for the XDG directory, where editors may put a copy that Claude Code doesn't read. */
  readonly isReadByClaude: boolean;
  /** A missing directory is fine: it just has no locks. */
  readonly exists: boolean;
}

/**
 * A reason why discovery may have missed a lock.
 *
 * @example
 * const isIncomplete = problems.some(({ code }) => code === "unreadable-directory");
 */
export interface DiscoveryProblem {
  readonly code: "unreadable-directory" | "bad-file-name";
  readonly path: string;
  /** Says what is wrong and what to do. */
  readonly message: string;
}

/** The content of a lock file. */
export type LockContent =
  | { readonly kind: "lock"; readonly lock: LenientLockFile }
  | { readonly kind: "directory" }
  | { readonly kind: "unreadable"; readonly why: string }
  | { readonly kind: "garbage" };

export interface ReadLock {
  readonly lockFile: string;
  readonly directory: LockDirectory;
  readonly port: number;
  readonly modified: number;
  readonly content: LockContent;
}

export interface LockListing {
  readonly directories: readonly LockDirectory[];
  readonly locks: readonly ReadLock[];
  readonly problems: readonly DiscoveryProblem[];
}

/** A lock has a few hundred bytes. Larger files are not read. */
const largestLock = 1024 * 1024;

const codeOf = (error: unknown) => systemErrorCode(error) ?? "unknown error";

interface Reading {
  readonly modified: number;
  readonly content: LockContent;
}

/** Explains why a lock can't be read. Returns undefined if it no longer exists because its editor has just ended. */
async function explain(lockFile: string, cause: unknown, system: System): Promise<Reading | undefined> {
  try {
    const { modified } = await system.lstat(lockFile);
    return { modified, content: { kind: "unreadable", why: `it is a broken link: ${codeOf(cause)}` } };
  } catch (error) {
    const why = codeOf(error);
    return why === "ENOENT" ? undefined : { modified: 0, content: { kind: "unreadable", why } };
  }
}

async function readContent(lockFile: string, facts: FileFacts, system: System): Promise<Reading> {
  const { modified } = facts;
  if (facts.kind === "directory") return { modified, content: { kind: "directory" } };
  // Reading a pipe or a device could wait forever.
  if (facts.kind === "other") return { modified, content: { kind: "unreadable", why: "it isn't a regular file" } };
  // Kernel files report size 0, and reading one could wait forever.
  if (facts.size === 0 || facts.size > largestLock) return { modified, content: { kind: "garbage" } };
  try {
    const lock = parseLockFile(await system.readFile(lockFile, largestLock));
    return { modified, content: lock ? { kind: "lock", lock } : { kind: "garbage" } };
  } catch (error) {
    return { modified, content: { kind: "unreadable", why: codeOf(error) } };
  }
}

async function readLock(
  directory: LockDirectory,
  fileName: string,
  system: System,
): Promise<ReadLock | DiscoveryProblem | undefined> {
  const lockFile = join(directory.path, fileName);
  const port = portOfLockFile(fileName);
  if (port === undefined) {
    const message = `${lockFile} isn't named after a port, like 12345.lock, so no client can use it. Remove it if no program needs it.`;
    return { code: "bad-file-name", path: lockFile, message };
  }
  const reading = await system.stat(lockFile).then(
    (facts) => readContent(lockFile, facts, system),
    (error: unknown) => explain(lockFile, error, system),
  );
  return reading && { lockFile, directory, port, ...reading };
}

interface Listed {
  readonly directory: LockDirectory;
  readonly fileNames: readonly string[];
  readonly problem?: DiscoveryProblem;
}

async function list(path: string, isReadByClaude: boolean, system: System): Promise<Listed> {
  try {
    const names = await system.listDirectory(path);
    const fileNames = names.filter((name) => name.endsWith(".lock"));
    return { directory: { path, isReadByClaude, exists: true }, fileNames };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return { directory: { path, isReadByClaude, exists: false }, fileNames: [] };
    const message = `Can't read ${path} (${code}), so editors with locks there aren't found. Make it a directory that you own, with mode 0700.`;
    return {
      directory: { path, isReadByClaude, exists: true },
      fileNames: [],
      problem: { code: "unreadable-directory", path, message },
    };
  }
}

/** Returns the lock directories, without aliases of the same directory. */
async function lockDirectories(config: ConfigDirectories, system: System): Promise<Map<string, boolean>> {
  const seen = new Set<string>();
  const found = new Map<string, boolean>();
  for (const directory of config.all) {
    const lockDirectory = join(directory, lockDirectoryName);
    const real = await system.realPath(lockDirectory).catch(() => resolve(lockDirectory));
    if (seen.has(real)) continue;
    seen.add(real);
    // The XDG directory comes last, so if the client also reads it, it has been added as such.
    found.set(lockDirectory, directory !== config.xdg || directory === config.primary);
  }
  return found;
}

/** Reads all locks, newest first. */
export async function readLocks(config: ConfigDirectories, system: System): Promise<LockListing> {
  const paths = await lockDirectories(config, system);
  const listed = await Promise.all([...paths].map(([path, isRead]) => list(path, isRead, system)));
  const problems = listed.flatMap((entry) => entry.problem ?? []);
  const files = listed.flatMap(({ directory, fileNames }) => fileNames.map((name) => ({ directory, name })));
  const found = await mapLimited(files, ({ directory, name }) => readLock(directory, name, system));
  const locks: ReadLock[] = [];
  for (const entry of found) {
    if (entry === undefined) continue;
    if ("code" in entry) problems.push(entry);
    else locks.push(entry);
  }
  locks.sort((a, b) => b.modified - a.modified);
  return { directories: listed.map((entry) => entry.directory), locks, problems };
}
