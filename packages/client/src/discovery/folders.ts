/** How a lock's folders lie to the client's working directory. */
import path from "node:path";
import { isInside } from "@tandem/base/node";

/**
 * `contains`: the client counts the lock. `symlink`: it would if the folder were written as its real path. `below`: a
 * folder lies inside the working directory. `elsewhere`: none of these. `none`: the lock names no folder.
 */
export type FolderFit = "contains" | "symlink" | "below" | "elsewhere" | "none";

/** A fit, and the folder that decided it. */
export interface FolderJudgement {
  readonly fit: FolderFit;
  readonly folder?: string;
}

function flavourOf(platform: string): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}

/** Composed accents and a capital drive letter, so that two spellings of one path are equal, as for the client. */
function normal(place: string): string {
  return place.normalize("NFC").replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}

/** True when the client finds `place` in `folder`. It tells upper from lower case on Windows too. */
export function clientFinds(folder: string, place: string, platform: string): boolean {
  const paths = flavourOf(platform);
  const outer = normal(paths.resolve(folder));
  const inner = normal(paths.resolve(place));
  return inner.startsWith(outer) && isInside(outer, inner, paths);
}

/** Judges a lock's folders. `cwd` is a real path; the folders are taken as they are written, as the client does. */
export async function judgeFolders(
  folders: readonly string[],
  cwd: string,
  platform: string,
  realPath: (path: string) => Promise<string>,
): Promise<FolderJudgement> {
  const { resolve } = flavourOf(platform);
  const named = folders.filter((folder) => folder !== "");
  const [first] = named;
  if (first === undefined) return { fit: "none" };

  const containing = named.find((folder) => clientFinds(resolve(cwd, folder), cwd, platform));
  if (containing !== undefined) return { fit: "contains", folder: containing };

  for (const folder of named) {
    const real = await realPath(folder).catch(() => folder);
    if (clientFinds(real, cwd, platform)) return { fit: "symlink", folder };
  }
  const below = named.find((folder) => clientFinds(cwd, resolve(cwd, folder), platform));
  return below === undefined ? { fit: "elsewhere", folder: first } : { fit: "below", folder: below };
}
