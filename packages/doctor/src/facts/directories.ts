/** Checks the config directory and the lock directories: whether they exist, who owns them and who can read them. */
import { access, constants, lstat, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import type { LockDirectory } from "@tandem-ide/client";
import { lockDirectoryName } from "@tandem-ide/protocol";
import { exists } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** A directory that Claude Code or an editor uses. */
export interface DirectoryFacts {
  readonly path: string;
  readonly isReadByClaude: boolean;
  /** `cannot-create`: it is missing and the user can't create it. */
  readonly state: "missing" | "directory" | "not-a-directory" | "dangling-link" | "cannot-create" | "unreachable";
  /** The permission bits; undefined where the system has none. */
  readonly mode?: number;
  /** The owner, by number. */
  readonly owner?: number;
  /** It isn't on the root file system, such as a directory that a container shares with its host. */
  readonly isMounted?: boolean;
  /** Whether the user has the rights that an editor and Claude Code need. */
  readonly isUsable: boolean;
  /** The error code if it is unreachable. */
  readonly why?: string;
  /** The parent directory that makes it unreachable, or keeps it from being created. */
  readonly obstacle?: { readonly path: string; readonly mode?: number; readonly owner?: number };
}

async function hasRights(path: string, rights: number): Promise<boolean> {
  return access(path, rights).then(
    () => true,
    () => false,
  );
}

const { R_OK, W_OK, X_OK } = constants;

/** Lock directories must be readable and writable; their parents only if the lock directory still has to be created. */
async function rightsFor(path: string): Promise<number> {
  if (basename(path) === lockDirectoryName) return R_OK | W_OK | X_OK;
  return (await exists(join(path, lockDirectoryName))) ? X_OK : W_OK | X_OK;
}

/** Returns the permission bits and the owner, except on Windows. */
export function ownership({ mode, uid }: { mode: number; uid: number }, platform: string) {
  return platform === "win32" ? {} : { mode: mode & 0o777, owner: uid };
}

/** Returns the nearest parent directory that can be examined. */
async function nearestParent(path: string, platform: string) {
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    const stats = await stat(parent).catch(() => undefined);
    if (stats) return { path: parent, ...ownership(stats, platform) };
    if (parent === dirname(parent)) return { path: parent };
  }
}

/** Examines a path that doesn't exist. */
async function examineMissing(path: string, platform: string): Promise<Pick<DirectoryFacts, "state" | "obstacle">> {
  const isLink = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isLink) return { state: "dangling-link" };
  const parent = await nearestParent(path, platform);
  return (await hasRights(parent.path, W_OK | X_OK))
    ? { state: "missing" }
    : { state: "cannot-create", obstacle: parent };
}

async function examine(
  path: string,
  isReadByClaude: boolean,
  platform: string,
  system?: number,
): Promise<DirectoryFacts> {
  try {
    const stats = await stat(path);
    return {
      path,
      isReadByClaude,
      state: stats.isDirectory() ? "directory" : "not-a-directory",
      ...ownership(stats, platform),
      ...(system !== undefined && { isMounted: stats.dev !== system }),
      isUsable: await hasRights(path, await rightsFor(path)),
    };
  } catch (error) {
    const why = systemErrorCode(error) ?? "unknown error";
    if (why === "ENOENT") {
      const missing = await examineMissing(path, platform);
      return { path, isReadByClaude, ...missing, isUsable: missing.state === "missing" };
    }
    // A file in place of a parent directory is reported for that file.
    const obstacle = await nearestParent(path, platform);
    return { path, isReadByClaude, state: "unreachable", isUsable: false, why, obstacle };
  }
}

/** Examines each lock directory and its config directory. */
export async function gatherDirectories(
  directories: readonly LockDirectory[],
  { platform, root }: Surroundings,
): Promise<DirectoryFacts[]> {
  const paths = new Map<string, boolean>();
  for (const { path, isReadByClaude } of directories) {
    // The parent of an unused directory doesn't matter.
    if (isReadByClaude) paths.set(dirname(path), true);
    paths.set(path, isReadByClaude);
  }
  const system = await stat(root).then(
    ({ dev }) => dev,
    () => undefined,
  );
  return await Promise.all([...paths].map(([path, isReadByClaude]) => examine(path, isReadByClaude, platform, system)));
}
