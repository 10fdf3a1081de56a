/** Creates the directory for locks with mode 0700, or tightens its mode (LCK-02). */
import { chmodSync, lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Environment, messageOf, systemErrorCode } from "@tandem-ide/base";
import { configDirectories, lockDirectoryName } from "@tandem-ide/protocol/schema-free";
import { StartError } from "../../../errors.js";

export interface LockDirectories {
  /** The directory that the client reads. */
  readonly primary: string;
  /** Gets a copy of the lock if it already exists (LCK-10). */
  readonly mirror: string | undefined;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the directories for locks (LCK-10). */
export function lockDirectories(configDir: string | undefined, env: Environment, home: string): LockDirectories {
  const { primary, xdg } = configDirectories(configDir ? { ...env, CLAUDE_CONFIG_DIR: configDir } : env, home);
  const directory = resolve(primary, lockDirectoryName);
  const xdgDirectory = join(xdg, lockDirectoryName);
  let hasMirror = false;
  try {
    hasMirror = xdgDirectory !== directory && statOf(xdgDirectory)?.isDirectory() === true;
  } catch {
    // An inaccessible directory gets no copy.
  }
  return { primary: directory, mirror: hasMirror ? xdgDirectory : undefined };
}

/** Creates the parents one by one, because Node's `recursive` never returns in directories such as /proc. */
function makeDirectory(directory: string): void {
  const parent = dirname(directory);
  if (!statOf(parent)) makeDirectory(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
    // A umask such as 0277 would prevent the owner from creating files in it.
    if (process.platform !== "win32" && (statSync(directory).mode & 0o700) !== 0o700) chmodSync(directory, 0o700);
  } catch (error) {
    if (!statOf(directory)?.isDirectory()) throw error;
  }
}

/** Creates the directory and makes it private. Throws a StartError that says what to do. */
export function prepareLockDirectory(directory: string): void {
  try {
    makeDirectory(directory);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST" || systemErrorCode(error) === "ENOTDIR")
      throw new StartError(
        "lock-directory-not-a-directory",
        `The lock file must be in ${directory}, but that path, or part of it, is a file. Move the file, or set CLAUDE_CONFIG_DIR to another directory.`,
        { cause: error },
      );
    throw notWritable(directory, error);
  }
  if (process.platform === "win32") return; // Modes mean nothing on Windows. The profile's access list protects the directory.
  const stat = statSync(directory);
  const uid = process.getuid?.();
  // Also check the owner of a link, who could redirect it at any time.
  const foreign = [stat, lstatSync(directory)].find((each) => each.uid !== uid);
  if (uid !== 0 && foreign)
    throw new StartError(
      "lock-directory-not-ours",
      `${directory} belongs to another user (uid ${foreign.uid}), who could read the token. Remove it, or set CLAUDE_CONFIG_DIR to another directory.`,
    );
  if ((stat.mode & 0o077) !== 0) {
    try {
      chmodSync(directory, 0o700);
    } catch (error) {
      throw notWritable(directory, error);
    }
  }
}

export function notWritable(directory: string, cause: unknown): StartError {
  return new StartError(
    "lock-directory-not-writable",
    `Cannot write a lock file to ${directory}: ${messageOf(cause)}. Make the directory writable, or set CLAUDE_CONFIG_DIR to another directory.`,
    { cause },
  );
}
