/** The privacy rules of the workspace as the page shows and edits them. */
import { existsSync, statSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { isInside } from "@tandem/base/node";
import { builtInRules, privacyFileName, readPrivacyFile } from "@tandem/server";
import { readSmallFile, whyUnreadable } from "@tandem/server/files";
import type { PrivacyRules } from "../messages.js";

const firstLines = `# Files that Claude Code must not see, in the form of .gitignore.
`;

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

/** The path of a folder's rules, which are made when they are missing. */
export async function privacyFile(folder: string): Promise<string> {
  const file = join(folder, privacyFileName);
  try {
    // Never over rules that are there, readable or not.
    await writeFile(file, firstLines, { flag: "wx" });
  } catch (error) {
    if (!existsSync(file)) throw new Error(`${file} cannot be made: ${whyUnreadable(error)}`);
  }
  return file;
}

/** Characters that mean something in a rule, taken literally. */
function literal(name: string): string {
  return name.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ $/, "\\ ");
}

/** The file that a rule for this path belongs in, and the rule; throws words for a path that no rule can withhold. */
export function ruleFor(
  path: string,
  isFolder: boolean,
  folders: readonly string[],
): { readonly file: string; readonly rule: string } {
  const folder = folders.find((each) => isInside(each, path) && each !== path);
  if (folder === undefined) throw new Error(`${basename(path)} is not in a folder of this workspace`);
  if (/[\r\n]/.test(path)) throw new Error("No rule can name this file: there is a line break in its path");
  const name = relative(folder, path).split(sep).map(literal).join("/");
  return { file: join(folder, privacyFileName), rule: `/${name}${isFolder ? "/" : ""}` };
}

/**
 * Adds a line to a file of rules. It is appended: so two that are added at once are both there, a link stays a link, and
 * what is in the file is left as it is.
 */
export async function addRule(file: string, rule: string): Promise<void> {
  try {
    await appendFile(file, `${textBefore(file)}${rule}\n`);
  } catch (error) {
    if (error instanceof UnusableRules) throw error;
    throw new Error(`${basename(file)} cannot be changed: ${whyUnreadable(error)}`);
  }
}

/** A line that is added to these would make them worse: in UTF-16, say, it would be noise. */
class UnusableRules extends Error {
  constructor(file: string, fault: string) {
    super(`No rule was added to ${basename(file)} ${fault}`);
  }
}

/** What a new file begins with, or the line break that the last line lacks. */
function textBefore(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })) return firstLines;
  const text = readPrivacyFile(file);
  if (typeof text !== "string") throw new UnusableRules(file, text.fault);
  return text === "" || text.endsWith("\n") ? "" : "\n";
}
