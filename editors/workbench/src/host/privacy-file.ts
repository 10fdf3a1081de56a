/** Reads and edits the privacy rules of the workspace for the page. */
import { existsSync, statSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import { builtInRules, privacyFileName, readPrivacyFile } from "@tandem-ide/server";
import { describeFileError, readSmallFile } from "@tandem-ide/server/files";
import type { PrivacyRules } from "../messages.js";

const header = "# Files to hide from Claude Code, in .gitignore syntax.\n";

function read(file: string): string | undefined {
  try {
    return readSmallFile(file);
  } catch {
    return undefined;
  }
}

export function privacyRules(folders: readonly string[], settings: readonly string[]): PrivacyRules {
  const files = folders.map((folder) => {
    const file = join(folder, privacyFileName);
    return { folder, file, text: read(file) };
  });
  return { builtIn: builtInRules, settings, folders: files };
}

/** Returns the path of a folder's rules file, which is created if missing. */
export async function privacyFile(folder: string): Promise<{ readonly file: string; readonly isNew: boolean }> {
  const file = join(folder, privacyFileName);
  try {
    // Never replaces existing rules, readable or not.
    await writeFile(file, header, { flag: "wx" });
  } catch (error) {
    if (!existsSync(file)) throw new Error(`${file} couldn't be created: ${describeFileError(error)}`);
    return { file, isNew: false };
  }
  return { file, isNew: true };
}

/** Escapes characters that have a meaning in rules. */
function escapeRule(name: string): string {
  return name.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ $/, "\\ ");
}

/** Returns a rule that hides a path, and the file to add it to. Throws if no rule can hide it. */
export function ruleFor(
  path: string,
  isFolder: boolean,
  folders: readonly string[],
): { readonly file: string; readonly rule: string } {
  const folder = folders.find((each) => isInside(each, path) && each !== path);
  if (folder === undefined) throw new Error(`${basename(path)} isn't in a workspace folder`);
  if (/[\r\n]/.test(path)) throw new Error("No rule can match this file: its path contains a line break");
  const name = relative(folder, path).split(sep).map(escapeRule).join("/");
  return { file: join(folder, privacyFileName), rule: `/${name}${isFolder ? "/" : ""}` };
}

/** Appends a rule to a file. Appending keeps links and existing content, and two concurrent calls both succeed. */
export async function addRule(file: string, rule: string): Promise<void> {
  try {
    await appendFile(file, `${textBefore(file)}${rule}\n`);
  } catch (error) {
    if (error instanceof UnusableRules) throw error;
    throw new Error(`${basename(file)} couldn't be changed: ${describeFileError(error)}`);
  }
}

/** Appending to these rules would damage them, for example if the file is UTF-16. */
class UnusableRules extends Error {
  constructor(file: string, fault: string) {
    super(`Can't add a rule to ${basename(file)} ${fault}`);
  }
}

/** Returns the header for a new file, or a line break if the last line lacks one. */
function textBefore(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })) return header;
  const text = readPrivacyFile(file);
  if (typeof text !== "string") throw new UnusableRules(file, text.fault);
  return text === "" || text.endsWith("\n") ? "" : "\n";
}
