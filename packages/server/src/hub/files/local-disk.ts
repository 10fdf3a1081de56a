/**
 * Which folders lie on a disk of this machine: there reading a directory is quick, and the system tells of every change in it.
 * Of a network drive, of a folder of another machine's or of one that a program makes up neither is so.
 */
import { readFileSync, statfsSync } from "node:fs";

/** The file systems of Linux that are known to be like that, by the number that statfs gives. */
const localTypes = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0xf2f52010, // F2FS
  0x794c7630, // overlayfs
]);

/** True for a folder on such a file system; false where that cannot be said. */
export function isLocal(folder: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return localTypes.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/**
 * What is mounted, as the system lists it; undefined where it does not say, or where something is mounted below the folder:
 * that may be anything.
 */
export function mountsAround(folder: string): string | undefined {
  try {
    const mounts = readFileSync("/proc/self/mountinfo", "utf8");
    // The fifth word of a line is the place, with blanks as \040.
    const own = folder.replace(/[ \t\n\\]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`);
    const below = own.endsWith("/") ? own : `${own}/`;
    const places = mounts.split("\n").map((line) => line.split(" ")[4] ?? "");
    return places.some((place) => place !== own && place.startsWith(below)) ? undefined : mounts;
  } catch {
    return undefined;
  }
}

/** True where reading any directory below the folder at once cannot keep its reader waiting: a drive may be mounted there that is gone. */
export function isQuickToRead(folder: string): boolean {
  return isLocal(folder) && mountsAround(folder) !== undefined;
}
