/**
 * Checks whether a folder is on a local disk. Only on a local disk is reading a directory fast and every change
 * reported, and not on network drives, shared folders or virtual file systems.
 */
import { readFileSync, statfsSync } from "node:fs";

/** Local Linux file systems, by the type in statfs. */
const localTypes = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0xf2f52010, // F2FS
  0x794c7630, // overlayfs
]);

/** Returns true for a folder on a local file system, or false if unknown. */
export function isLocal(folder: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return localTypes.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/**
 * Returns the system's list of mounts. Returns undefined if there isn't one, or if anything is mounted below the folder.
 */
export function mountsAround(folder: string): string | undefined {
  try {
    const mounts = readFileSync("/proc/self/mountinfo", "utf8");
    // The fifth field is the mount point, with spaces written as \040.
    const own = folder.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
    const below = own.endsWith("/") ? own : `${own}/`;
    const mountPoints = mounts.split("\n").map((line) => line.split(" ")[4] ?? "");
    return mountPoints.some((path) => path !== own && path.startsWith(below)) ? undefined : mounts;
  } catch {
    return undefined;
  }
}

/** Returns true if reading directories synchronously can't block, as it would on a disconnected drive. */
export function isQuickToRead(folder: string): boolean {
  return isLocal(folder) && mountsAround(folder) !== undefined;
}
