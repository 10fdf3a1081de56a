/** The config directory and the lock directories: whether they are there, whose they are, who may look inside. */
import { access, constants, lstat, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem/base";
import type { LockDirectory } from "@tandem/client";
import { lockDirectoryName } from "@tandem/protocol";
import { exists } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** A directory that Claude Code or an editor uses. */
export interface DirectoryFacts {
  readonly path: string;
  readonly isReadByClaude: boolean;
  /** `unmakeable` is missing, and what is above it does not let this user make it. */
  readonly state: "missing" | "directory" | "not-a-directory" | "dangling-link" | "unmakeable" | "unreachable";
  /** The permission bits; undefined where the system has none. */
  readonly mode?: number;
  /** The owner, by number. */
  readonly owner?: number;
  /** It is on another file system than the system itself, as a directory that a container shares with its host. */
  readonly isMounted?: boolean;
  /** Whether this user may do there what an editor and Claude Code have to do. */
  readonly isUsable: boolean;
  /** Why it cannot be reached. */
  readonly why?: string;
  /** The directory above that is in the way of one that is unreachable or unmakeable. */
  readonly obstacle?: { readonly path: string; readonly mode?: number; readonly owner?: number };
}

async function mayUse(path: string, rights: number): Promise<boolean> {
  return access(path, rights).then(
    () => true,
    () => false,
  );
}

const { R_OK, W_OK, X_OK } = constants;

/** What must be allowed: to list and to write locks; in what holds them, only to pass, unless they have yet to be made. */
async function rightsFor(path: string): Promise<number> {
  if (basename(path) === lockDirectoryName) return R_OK | W_OK | X_OK;
  return (await exists(join(path, lockDirectoryName))) ? X_OK : W_OK | X_OK;
}

/** The permission bits and the owner, where the system has such a thing. */
export function ownership({ mode, uid }: { mode: number; uid: number }, platform: string) {
  return platform === "win32" ? {} : { mode: mode & 0o777, owner: uid };
}

/** The nearest directory above that can be looked at. */
async function nearestAbove(path: string, platform: string) {
  for (let above = dirname(path); ; above = dirname(above)) {
    const stats = await stat(above).catch(() => undefined);
    if (stats) return { path: above, ...ownership(stats, platform) };
    if (above === dirname(above)) return { path: above };
  }
}

/** What is to be said of a path where nothing is. */
async function lookForMissing(path: string, platform: string): Promise<Pick<DirectoryFacts, "state" | "obstacle">> {
  const isLink = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isLink) return { state: "dangling-link" };
  const above = await nearestAbove(path, platform);
  return (await mayUse(above.path, W_OK | X_OK)) ? { state: "missing" } : { state: "unmakeable", obstacle: above };
}

interface Place {
  readonly path: string;
  readonly isReadByClaude: boolean;
}

async function look({ path, isReadByClaude }: Place, platform: string, system?: number): Promise<DirectoryFacts> {
  try {
    const stats = await stat(path);
    const state = stats.isDirectory() ? "directory" : "not-a-directory";
    return {
      path,
      isReadByClaude,
      state,
      ...ownership(stats, platform),
      ...(system !== undefined && { isMounted: stats.dev !== system }),
      isUsable: await mayUse(path, await rightsFor(path)),
    };
  } catch (error) {
    const why = systemErrorCode(error) ?? "unknown error";
    if (why === "ENOENT") {
      const missing = await lookForMissing(path, platform);
      return { path, isReadByClaude, ...missing, isUsable: missing.state === "missing" };
    }
    // A file in the way of a directory below it is told of that file.
    const obstacle = await nearestAbove(path, platform);
    return { path, isReadByClaude, state: "unreachable", isUsable: false, why, obstacle };
  }
}

/** Looks at each lock directory and at the config directory that holds it. */
export async function gatherDirectories(
  directories: readonly LockDirectory[],
  { platform, root }: Surroundings,
): Promise<DirectoryFacts[]> {
  const places = new Map<string, boolean>();
  for (const { path, isReadByClaude } of directories) {
    // What holds a directory that nobody uses does not matter.
    if (isReadByClaude) places.set(dirname(path), true);
    places.set(path, isReadByClaude);
  }
  const system = await stat(root).then(
    ({ dev }) => dev,
    () => undefined,
  );
  return await Promise.all(
    [...places].map(([path, isReadByClaude]) => look({ path, isReadByClaude }, platform, system)),
  );
}
