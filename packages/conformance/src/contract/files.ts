/** Files of a case, and a witness that nobody wrote them. */
import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sameText } from "./show.js";

/** Writes a file, making the directories above it. */
export async function putFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** The file holds exactly this. */
export async function expectOnDisk(path: string, expected: string): Promise<void> {
  sameText(await readFile(path, "utf8"), expected, `${path} on disk`);
}

interface Traits {
  readonly content: string;
  readonly modified: bigint;
  readonly inode: bigint;
}

async function traitsOf(path: string): Promise<Traits | undefined> {
  try {
    const { mtimeNs, ino } = await stat(path, { bigint: true });
    return { content: await readFile(path, "utf8"), modified: mtimeNs, inode: ino };
  } catch {
    return undefined;
  }
}

/**
 * Looks at a file (or at its absence), and gives a check that nobody has written it since. Writing equal bytes counts as
 * well: the client refuses its own write when the file was touched.
 */
export async function witness(path: string): Promise<() => Promise<void>> {
  const before = await traitsOf(path);
  return async () => {
    const now = await traitsOf(path);
    if (before === undefined) return assert.equal(now, undefined, `The editor made ${path}: only the client may`);
    if (now === undefined) return assert.fail(`The editor removed ${path}`);
    sameText(now.content, before.content, `The editor wrote ${path}, which only the client may`);
    const isSame = now.modified === before.modified && now.inode === before.inode;
    assert.ok(isSame, `The editor wrote ${path} again with equal bytes, which makes the client refuse its own write`);
  };
}
