/**
 * Reads a small file of rules (.gitignore, .tandemignore). It comes with a folder that somebody else may have made, so
 * it may be a link to a device that never ends or a pipe that never begins.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const maxBytes = 1024 * 1024;

/** The text of a regular file of sensible size; throws for anything else. */
export function readRulesFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > maxBytes) throw new Error(`Not a file of rules: ${path}`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
