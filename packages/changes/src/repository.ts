/** Reads facts about the user's repository as data. Git never runs in it, because its configuration may name programs. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readSmallFile } from "@tandem-ide/server/files";
import type { RepositoryFacts } from "./state.js";

const logTailBytes = 64 * 1024;

function readText(path: string): string | undefined {
  try {
    return readSmallFile(path);
  } catch {
    return undefined;
  }
}

export interface Repository {
  /** The work tree, which contains `.git`. */
  readonly top: string;
  /** Its own directory: HEAD, its log and the index. */
  readonly gitDirectory: string;
  /** The directory that all of its work trees share. */
  readonly commonDirectory: string;
}

function repositoryAt(top: string): Repository | undefined {
  const dotGit = join(top, ".git");
  const found = lstatSync(dotGit, { throwIfNoEntry: false });
  if (!found) return undefined;
  const target = found.isFile() ? /^gitdir: (.+)$/m.exec(readText(dotGit) ?? "")?.[1] : undefined;
  const gitDirectory = target === undefined ? dotGit : resolve(top, target);
  if (readText(join(gitDirectory, "HEAD")) === undefined) return undefined;
  const common = readText(join(gitDirectory, "commondir"))?.trim();
  return { top, gitDirectory, commonDirectory: common === undefined ? gitDirectory : resolve(gitDirectory, common) };
}

/** Finds the repository that contains a folder. */
export function findRepository(folder: string): Repository | undefined {
  try {
    const device = statSync(folder).dev;
    for (let at = folder; ; at = dirname(at)) {
      const found = repositoryAt(at);
      if (found) return found;
      // Like git, don't look on another disk.
      if (dirname(at) === at || statSync(dirname(at)).dev !== device) return undefined;
    }
  } catch {
    return undefined; // The folder has vanished.
  }
}

/** The user's rules for ignored files besides .gitignore. */
export function ownExcludes({ commonDirectory }: Repository): string {
  return readText(join(commonDirectory, "info", "exclude")) ?? "";
}

function commitOf(repository: Repository): string | undefined {
  const head = readText(join(repository.gitDirectory, "HEAD"))?.trim() ?? "";
  const name = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  const isCommit = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{40}$/.test(text);
  if (name === undefined || name.split("/").includes("..")) return isCommit(head) ? head : undefined;
  const loose = readText(join(repository.commonDirectory, name))?.trim();
  if (isCommit(loose)) return loose;
  const packed = readText(join(repository.commonDirectory, "packed-refs")) ?? "";
  return packed
    .split("\n")
    .find((line) => line.endsWith(` ${name}`))
    ?.slice(0, 40);
}

/** The last lines of HEAD's log, which may be long. */
function logTail({ gitDirectory }: Repository): string[] {
  let file: number;
  try {
    file = openSync(join(gitDirectory, "logs", "HEAD"), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return []; // The user may have switched logs off.
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, logTailBytes));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  } finally {
    closeSync(file);
  }
}

export function factsOf(repository: Repository): RepositoryFacts {
  const head = commitOf(repository);
  return {
    ...(head !== undefined && { head }),
    log: logTail(repository).at(-1) ?? "",
    stash: readText(join(repository.commonDirectory, "refs", "stash"))?.trim() ?? "",
  };
}

/** Returns what git did since earlier facts, newest last, such as `checkout: moving from main to topic`. */
export function operationsSince(repository: Repository, before: RepositoryFacts, now: RepositoryFacts): string[] {
  const operations: string[] = [];
  if (before.log !== now.log) {
    const lines = logTail(repository);
    const known = lines.lastIndexOf(before.log);
    operations.push(...lines.slice(known + 1).map((line) => line.slice(line.indexOf("\t") + 1)));
  } else if (before.head !== now.head) operations.push("HEAD moved");
  if (before.stash !== now.stash) operations.push("stash");
  return operations;
}
