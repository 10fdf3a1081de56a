/** The config directory and the lock directories: whether they are there, whose they are, who may look inside. */
import { access, constants, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { LockDirectory } from "@tandem/client";
import { lockDirectoryName } from "@tandem/protocol";
import { errorCode, exists } from "./files.js";

/** A directory that Claude Code or an editor uses. */
export interface DirectoryFacts {
  readonly path: string;
  readonly isReadByClaude: boolean;
  readonly state: "missing" | "directory" | "not-a-directory" | "unreachable";
  /** The permission bits; undefined where the system has none. */
  readonly mode?: number;
  /** The owner, by number. */
  readonly owner?: number;
  /** Whether this user may do there what an editor and Claude Code have to do. */
  readonly isUsable: boolean;
  /** Why it cannot be reached. */
  readonly why?: string;
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

async function look(path: string, isReadByClaude: boolean, platform: string): Promise<DirectoryFacts> {
  try {
    const stats = await stat(path);
    const state = stats.isDirectory() ? "directory" : "not-a-directory";
    return {
      path,
      isReadByClaude,
      state,
      ...ownership(stats, platform),
      isUsable: await mayUse(path, await rightsFor(path)),
    };
  } catch (error) {
    const why = errorCode(error);
    if (why === "ENOENT") return { path, isReadByClaude, state: "missing", isUsable: true };
    // A file in the way of a directory below it is told of that file.
    return { path, isReadByClaude, state: "unreachable", isUsable: false, why };
  }
}

/** Looks at each lock directory and at the config directory that holds it. */
export async function gatherDirectories(
  directories: readonly LockDirectory[],
  platform: string,
): Promise<DirectoryFacts[]> {
  const places = new Map<string, boolean>();
  for (const { path, isReadByClaude } of directories) {
    // What holds a directory that nobody uses does not matter.
    if (isReadByClaude) places.set(dirname(path), true);
    places.set(path, isReadByClaude);
  }
  return await Promise.all([...places].map(([path, isRead]) => look(path, isRead, platform)));
}
