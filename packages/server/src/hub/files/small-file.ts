/**
 * Reads a small file that somebody else may have made (.gitignore, .tandemignore, a lock): by its name there may be a
 * link to a device that never ends, a pipe that never begins, or a file that fills the memory.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const maxBytes = 1024 * 1024;

/** The text of a regular file of sensible size; throws for anything else. What is not UTF-8 in it is replaced. */
export function readSmallFile(path: string): string {
  return readSmallBytes(path).toString("utf8");
}

/** The same as bytes. */
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
