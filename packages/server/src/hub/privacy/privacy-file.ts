/** The file that holds a folder's own privacy rules. Only the user changes it. */
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { foldName } from "../files/fold-name.js";
import { readSmallBytes } from "../files/small-file.js";

/** Where a folder's own rules are. */
export const privacyFileName = ".tandemignore";

/** What a client is told that would change it. */
export const onlyTheUser = "Only the user changes privacy rules";

/** Why a file of rules that is there cannot be used: rules that nobody understands must not turn into no rules. */
export interface Fault {
  readonly fault: string;
}

const notUtf8: Fault = { fault: "(not UTF-8 text, so everything is withheld: save the file as UTF-8)" };
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The rules in a file, in the form in which names are compared with them (NFC). */
export function readPrivacyFile(path: string): string | Fault {
  let bytes: Buffer;
  try {
    bytes = readSmallBytes(path);
  } catch {
    return { fault: "(cannot be read, so everything is withheld)" };
  }
  let text: string;
  try {
    text = strictUtf8.decode(bytes); // A byte-order mark goes.
  } catch {
    return notUtf8;
  }
  // UTF-16 without a byte-order mark, as PowerShell may write it, is valid UTF-8 full of these.
  if (text.includes("\0")) return notUtf8;
  if (/\r(?!\n)/.test(text))
    return { fault: "(lines end in CR alone, so everything is withheld: save the file with LF line ends)" };
  return text.normalize("NFC");
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // No rules there; where they cannot be read, everything is withheld.
  }
}

/**
 * True for what decides which rules there are: a file of their name, the file that a link of that name leads to, and a
 * folder of that name, which would be rules that cannot be read.
 */
export function isPrivacyFile(path: string, folders: readonly string[]): boolean {
  if (path.split(sep).some((part) => foldName(part) === privacyFileName)) return true;
  const real = realPath(path) ?? path;
  return folders.some((folder) => realPath(join(folder, privacyFileName)) === real);
}
