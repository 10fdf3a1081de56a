import { constants, open } from "node:fs/promises";

export const defaultReport = "tandem-report.json";

const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_TRUNC, O_WRONLY } = constants;

/**
 * Writes a file that only its owner can read. Follows symbolic links only on request, because a repository may contain
 * one that points to the user's files. Refuses a pipe without a reader instead of waiting.
 */
export async function writePrivately(
  path: string,
  text: string,
  { followsLinks }: { readonly followsLinks: boolean },
): Promise<void> {
  const flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW);
  const file = await open(path, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ELOOP" || followsLinks) throw error;
    throw new Error(`${path} is a symbolic link. Remove it, or choose another file.`, { cause: error });
  });
  try {
    // An existing file keeps its mode otherwise.
    if ((await file.stat()).isFile()) await file.chmod(0o600);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
