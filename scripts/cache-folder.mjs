/** The cache for programs that tests need, outside the repository. */
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createOwnFolder, removeDeadFolders } from "./test-run.mjs";

export function cacheFolder() {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return process.env.TANDEM_CACHE || join(caches, "tandem");
}

/**
 * Puts a folder into the cache: `fill` writes to a temporary folder, which then replaces the target in one step. Does
 * nothing if `isInstalled` returns true by then: another clone was faster, and may already use its folder.
 *
 * @param {string} target
 * @param {() => boolean} isInstalled
 * @param {(folder: string) => Promise<void>} fill
 */
export async function installIntoCache(target, isInstalled, fill) {
  await mkdir(cacheFolder(), { recursive: true });
  removeDeadFolders(cacheFolder(), "installing-");
  const temporary = createOwnFolder(cacheFolder(), "installing-");
  try {
    await fill(temporary);
    if (isInstalled()) return;
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
