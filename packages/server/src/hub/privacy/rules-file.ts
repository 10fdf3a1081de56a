/** Reads a folder's `.tandemignore`. Clients can't change it. */
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { foldName } from "../files/fold-name.js";
import { readSmallBytes } from "../files/small-file.js";

/** The name of the file with a folder's privacy rules. */
export const privacyFileName = ".tandemignore";

/** The error for a client that tries to change it. */
export const onlyTheUser = "Only the user can change privacy rules";

/** Why a rules file can't be used. Everything is hidden then. */
export interface Fault {
  readonly fault: string;
}

const notUtf8: Fault = { fault: "(not UTF-8 text, so everything is hidden: save the file as UTF-8)" };
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads the rules in a file, normalised to NFC like the names that they are compared with. */
export function readPrivacyFile(path: string): string | Fault {
  let bytes: Buffer;
  try {
    bytes = readSmallBytes(path);
  } catch {
    return { fault: "(cannot be read, so everything is hidden)" };
  }
  let text: string;
  try {
    text = strictUtf8.decode(bytes); // Removes a byte-order mark.
  } catch {
    return notUtf8;
  }
  // UTF-16 without a byte-order mark, as PowerShell may write it, is valid UTF-8 with NULs.
  if (text.includes("\0")) return notUtf8;
  if (/\r(?!\n)/.test(text))
    return { fault: "(lines end in CR alone, so everything is hidden: save the file with LF line endings)" };
  return text.normalize("NFC");
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // There are no rules.
  }
}

/**
 * Returns true for files that determine the rules: a file or folder with the name of the rules file, and the target of a link
 * with that name.
 */
export function isPrivacyFile(path: string, folders: readonly string[]): boolean {
  if (path.split(sep).some((part) => foldName(part) === privacyFileName)) return true;
  const real = realPath(path) ?? path;
  return folders.some((folder) => realPath(join(folder, privacyFileName)) === real);
}
