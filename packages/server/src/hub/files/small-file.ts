/**
 * Reads a small file that another program may have created (.gitignore, .tandemignore, a lock). It could be a link to an endless
 * device, a pipe that blocks, or a huge file.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const maxBytes = 1024 * 1024;

/** Returns the text of a small regular file and throws for others. Invalid UTF-8 is replaced. */
export function readSmallFile(path: string): string {
  return readSmallBytes(path).toString("utf8");
}

/** Like {@link readSmallFile}, but returns bytes. */
export function readSmallBytes(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > maxBytes) throw new Error(`Not a small regular file: ${path}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
