/** Writes a file that only its owner may read, wherever that is: the folder may be somebody else's work. */
import { constants, open } from "node:fs/promises";

/** Where a report goes that was given no name. */
export const defaultReport = "tandem-report.json";

const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_TRUNC, O_WRONLY } = constants;

/**
 * A symbolic link is followed only on demand, because a repository may bring one that leads to a file of the user's. A
 * pipe that nobody reads is refused instead of waited for.
 */
export async function writePrivately(
  path: string,
  text: string,
  { followsLinks }: { readonly followsLinks: boolean },
): Promise<void> {
  const flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW);
  const file = await open(path, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ELOOP" || followsLinks) throw error;
    throw new Error(`${path} is a symbolic link. Remove it, or name another file.`, { cause: error });
  });
  try {
    // One that was there keeps its mode otherwise.
    if ((await file.stat()).isFile()) await file.chmod(0o600);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
