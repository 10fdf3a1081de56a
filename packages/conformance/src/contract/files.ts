/** Creates files for cases, and checks that the editor doesn't write them. */
import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { assertSameText } from "./same-text.js";

/** Writes a file and creates its parent directories. */
export async function createFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Checks that the file contains exactly this text. */
export async function expectOnDisk(path: string, expected: string): Promise<void> {
  assertSameText(await readFile(path, "utf8"), expected, `${path} on disk`);
}

interface FileState {
  readonly content: string;
  readonly modified: bigint;
  readonly inode: bigint;
}

async function stateOf(path: string): Promise<FileState | undefined> {
  try {
    const { mtimeNs, ino } = await stat(path, { bigint: true });
    return { content: await readFile(path, "utf8"), modified: mtimeNs, inode: ino };
  } catch {
    return undefined;
  }
}

/**
 * Records the state of a file (or its absence), and returns a check that it has not been written since. Writing equal bytes counts
 * too, because the client refuses its own write if the file was touched.
 */
export async function watchFile(path: string): Promise<() => Promise<void>> {
  const before = await stateOf(path);
  return async () => {
    const now = await stateOf(path);
    if (before === undefined)
      return assert.equal(now, undefined, `The editor created ${path}, but only the client may`);
    if (now === undefined) return assert.fail(`The editor removed ${path}`);
    assertSameText(now.content, before.content, `The editor wrote ${path}, but only the client may`);
    const isSame = now.modified === before.modified && now.inode === before.inode;
    assert.ok(isSame, `The editor rewrote ${path} with equal bytes, which makes the client refuse its own write`);
  };
}
