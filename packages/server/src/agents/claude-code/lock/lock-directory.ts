/** The directory of the locks: made when missing, 0700, tightened when looser (LCK-02). */
import { chmodSync, lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Environment, messageOf, systemErrorCode } from "@tandem/base";
import { configDirectories, lockDirectoryName } from "@tandem/protocol/plain";
import { StartError } from "../../../errors.js";

export interface LockDirectories {
  /** Where the lock is written: the place that the client reads. */
  readonly primary: string;
  /** Where a copy goes, if that directory is already there (LCK-10). */
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

/** Where locks belong (LCK-10). */
export function lockDirectories(configDir: string | undefined, env: Environment, home: string): LockDirectories {
  const { primary, xdg } = configDirectories(configDir ? { ...env, CLAUDE_CONFIG_DIR: configDir } : env, home);
  const directory = resolve(primary, lockDirectoryName);
  const xdgDirectory = join(xdg, lockDirectoryName);
  let hasMirror = false;
  try {
    hasMirror = xdgDirectory !== directory && statOf(xdgDirectory)?.isDirectory() === true;
  } catch {
    // A place that cannot even be looked at gets no copy.
  }
  return { primary: directory, mirror: hasMirror ? xdgDirectory : undefined };
}

/** Its parents too, one by one: Node's `recursive` never ends where nothing can be made in a parent that is there (/proc). */
function makeDirectory(directory: string): void {
  const parent = dirname(directory);
  if (!statOf(parent)) makeDirectory(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
    // A umask such as 0277 takes from the owner, who then cannot make anything in it.
    if (process.platform !== "win32" && (statSync(directory).mode & 0o700) !== 0o700) chmodSync(directory, 0o700);
  } catch (error) {
    if (!statOf(directory)?.isDirectory()) throw error;
  }
}

/** Makes sure that the directory is there and ours alone. Throws a StartError that says what to do. */
export function prepareLockDirectory(directory: string): void {
  try {
    makeDirectory(directory);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST" || systemErrorCode(error) === "ENOTDIR")
      throw new StartError(
        "lock-directory-not-a-directory",
        `The lock file belongs into ${directory}, but that (or a part of its path) is a file. Move the file away, or choose another config directory with CLAUDE_CONFIG_DIR.`,
        { cause: error },
      );
    throw notWritable(directory, error);
  }
  if (process.platform === "win32") return; // Modes say nothing there; the profile's access list protects the directory.
  const stat = statSync(directory);
  const uid = process.getuid?.();
  // Of a link that somebody else made too: its owner may lead it elsewhere at any time.
  const stranger = [stat, lstatSync(directory)].find((each) => each.uid !== uid);
  if (uid !== 0 && stranger)
    throw new StartError(
      "lock-directory-not-ours",
      `${directory} belongs to another user (uid ${stranger.uid}), who could read the token. Remove it, or choose another config directory with CLAUDE_CONFIG_DIR.`,
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
    `Cannot write a lock file into ${directory}: ${messageOf(cause)}. Make that directory writable for you, or choose another config directory with CLAUDE_CONFIG_DIR.`,
    { cause },
  );
}
