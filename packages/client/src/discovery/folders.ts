/** Compares a lock's folders with the client's working directory. */
import path from "node:path";
import { isInside } from "@tandem-ide/base/node";

/**
 * `contains`: the client counts the lock. `symlink`: it would count it if the folder were a real path. `below`: a
 * folder is inside the working directory. `elsewhere`: none of these. `none`: the lock has no folders.
 */
export type FolderRelation = "contains" | "symlink" | "below" | "elsewhere" | "none";

/** A relation and the folder that has it. */
export interface FolderMatch {
  readonly fit: FolderRelation;
  readonly folder?: string;
}

function flavourOf(platform: string): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}

/** Normalises accents and the drive letter, as the client does. */
function normalize(path: string): string {
  return path.normalize("NFC").replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}

/** Returns true if the client considers `target` inside `folder`. It is case-sensitive on Windows too. */
export function clientFinds(folder: string, target: string, platform: string): boolean {
  const paths = flavourOf(platform);
  const outer = normalize(paths.resolve(folder));
  const inner = normalize(paths.resolve(target));
  return inner.startsWith(outer) && isInside(outer, inner, paths);
}

/** Compares a lock's folders with `cwd`, a real path. Like the client, it doesn't resolve the folders. */
export async function matchFolders(
  folders: readonly string[],
  cwd: string,
  platform: string,
  realPath: (path: string) => Promise<string>,
): Promise<FolderMatch> {
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
