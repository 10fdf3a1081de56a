/** Reads every lock in every lock directory. Nothing is changed or deleted. */
import path from "node:path";
import { systemErrorCode } from "@tandem/base";
import {
  type ConfigDirectories,
  type LenientLockFile,
  lockDirectoryName,
  parseLockFile,
  portOfLockFile,
} from "@tandem/protocol/plain";
import { mapLimited } from "./map-limited.js";
import type { FileFacts, System } from "./system.js";

/**
 * A place where lock files may be.
 *
 * @example
 * const read = (await discover()).directories.filter((directory) => directory.isReadByClaude);
 */
export interface LockDirectory {
  readonly path: string;
  /** False for the XDG place, where editors may leave a copy but Claude Code never looks. */
  readonly isReadByClaude: boolean;
  /** A directory that does not exist is no problem: there is just nothing in it. */
  readonly exists: boolean;
}

/**
 * Something that kept discovery from seeing a lock.
 *
 * @example
 * const blind = problems.some(({ code }) => code === "unreadable-directory");
 */
export interface DiscoveryProblem {
  readonly code: "unreadable-directory" | "bad-file-name";
  readonly path: string;
  /** What is wrong and what to do. */
  readonly message: string;
}

/** What a lock file turned out to hold. */
export type LockContent =
  | { readonly kind: "lock"; readonly lock: LenientLockFile }
  | { readonly kind: "directory" }
  | { readonly kind: "unreadable"; readonly why: string }
  | { readonly kind: "garbage" };

/** A lock as it was read. */
export interface ReadLock {
  readonly lockFile: string;
  readonly directory: LockDirectory;
  readonly port: number;
  readonly modified: number;
  readonly content: LockContent;
}

/** Everything that was found in the lock directories. */
export interface LockListing {
  readonly directories: readonly LockDirectory[];
  readonly locks: readonly ReadLock[];
  readonly problems: readonly DiscoveryProblem[];
}

/** A lock is a few hundred bytes; whatever is larger than this is something else and is not read. */
const largestLock = 1024 * 1024;

const codeOf = (error: unknown) => systemErrorCode(error) ?? "unknown error";

interface Reading {
  readonly modified: number;
  readonly content: LockContent;
}

/** Why a lock's facts cannot be had; undefined when it is gone since it was listed: its editor has just ended. */
async function explain(lockFile: string, cause: unknown, system: System): Promise<Reading | undefined> {
  try {
    const { modified } = await system.lstat(lockFile);
    return { modified, content: { kind: "unreadable", why: `its link leads to no file: ${codeOf(cause)}` } };
  } catch (error) {
    const why = codeOf(error);
    return why === "ENOENT" ? undefined : { modified: 0, content: { kind: "unreadable", why } };
  }
}

async function readContent(lockFile: string, facts: FileFacts, system: System): Promise<Reading> {
  const { modified } = facts;
  if (facts.kind === "directory") return { modified, content: { kind: "directory" } };
  // A pipe or a device would keep the reader waiting for ever.
  if (facts.kind === "other") return { modified, content: { kind: "unreadable", why: "it is not a regular file" } };
  // Files of the kernel say that they are empty, and reading one may wait for ever.
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
  const lockFile = path.join(directory.path, fileName);
  const port = portOfLockFile(fileName);
  if (port === undefined) {
    const message = `${lockFile} is not named after a port, as in 12345.lock: no client can use it. Remove it if no program needs it.`;
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

async function list(place: string, isReadByClaude: boolean, system: System): Promise<Listed> {
  try {
    const names = await system.listDirectory(place);
    const fileNames = names.filter((name) => name.endsWith(".lock"));
    return { directory: { path: place, isReadByClaude, exists: true }, fileNames };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return { directory: { path: place, isReadByClaude, exists: false }, fileNames: [] };
    const message = `${place} cannot be read (${code}), so editors announced there stay unseen. Make it a directory that you own, with mode 0700.`;
    return {
      directory: { path: place, isReadByClaude, exists: true },
      fileNames: [],
      problem: { code: "unreadable-directory", path: place, message },
    };
  }
}

/** The lock directories, without those that are another one under a second name. */
async function lockDirectories(config: ConfigDirectories, system: System): Promise<Map<string, boolean>> {
  const seen = new Set<string>();
  const places = new Map<string, boolean>();
  for (const directory of config.all) {
    const place = path.join(directory, lockDirectoryName);
    const real = await system.realPath(place).catch(() => path.resolve(place));
    if (seen.has(real)) continue;
    seen.add(real);
    // The XDG place comes last, so one that is also a place the client reads has been taken as such already.
    places.set(place, directory !== config.xdg || directory === config.primary);
  }
  return places;
}

/** Reads all locks, newest first. */
export async function readLocks(config: ConfigDirectories, system: System): Promise<LockListing> {
  const places = await lockDirectories(config, system);
  const listed = await Promise.all([...places].map(([place, isRead]) => list(place, isRead, system)));
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
