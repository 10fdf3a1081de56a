/** Opens the store of a folder for a recorder. */
import { homedir } from "node:os";
import { join } from "node:path";
import type { Clock, Environment, Logger } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import type { RecordedWorkspace } from "@tandem-ide/server";
import { readSmallFile, UnfinishedWrites } from "@tandem-ide/server/files";
import { FolderChanges } from "./folder-changes.js";
import { Git } from "./git.js";
import { FullScanner } from "./scanner.js";
import { Store, storeDirectory } from "./store.js";

/** Nothing can be recorded in this folder. The message is for the user. */
export class CannotRecord extends Error {
  override readonly name = "CannotRecord";
}

export interface FolderRecorderOptions {
  /** A real path. */
  readonly folder: string;
  readonly workspace: RecordedWorkspace;
  readonly owner: string;
  readonly env: Environment;
  readonly home: string | undefined;
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly maxAgeMs: number;
  readonly includeIgnored: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after `list` changed. */
  readonly onChanged: () => void;
}

export interface OpenedFolder {
  readonly changes: FolderChanges;
  readonly scanner: FullScanner;
}

/** @param onChanged called after the state changed, here or in another process */
export async function openFolder(options: FolderRecorderOptions, onChanged: () => void): Promise<OpenedFolder> {
  const { folder, env, home = homedir(), owner, workspace } = options;
  // These contain all of the user's files.
  if (isInside(folder, home))
    throw new CannotRecord("Changes aren't recorded in your home directory or in a folder above it.");
  const git = await Git.find(storeDirectory(folder, env, options.home), env, [folder]);
  if (!git) throw new CannotRecord("Changes aren't recorded, because Git isn't installed or isn't on your PATH.");
  const store = await Store.open(git);
  const scanner = new FullScanner(git, { ...options, excludes: await globalExcludes(git, env, home) });
  const changes = new FolderChanges({
    folder,
    store,
    scanner,
    owner,
    isUnsaved: (path) => workspace.isUnsaved(path),
    unfinished: new UnfinishedWrites({ env, home: options.home }),
    now: () => Date.now(),
    onChanged,
  });
  return { changes, scanner };
}

/** The user's global rules for ignored files, read as data. */
async function globalExcludes(git: Git, env: Environment, home: string): Promise<string> {
  const set = await git.userSetting("core.excludesFile", { ...env, HOME: home });
  const standard = join(env.XDG_CONFIG_HOME || join(home, ".config"), "git", "ignore");
  try {
    return readSmallFile(set ?? standard);
  } catch {
    return "";
  }
}
