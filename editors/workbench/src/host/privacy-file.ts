/** The privacy rules of the workspace as the page shows and edits them. */
import { readFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { builtInRules, privacyFileName } from "@tandem/server";
import { isInside, replaceFile } from "@tandem/server/files";
import type { PrivacyRules } from "../messages.js";

const firstLines = `# Files that Claude Code must not see, in the form of .gitignore.
`;

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return undefined;
  }
}

export async function privacyRules(folders: readonly string[], settings: readonly string[]): Promise<PrivacyRules> {
  const files = folders.map(async (folder) => {
    const file = join(folder, privacyFileName);
    return { folder, file, text: await read(file) };
  });
  return { builtIn: builtInRules, settings, folders: await Promise.all(files) };
}

/** The path of a folder's rules, which are made when they are missing. */
export async function privacyFile(folder: string): Promise<string> {
  const file = join(folder, privacyFileName);
  if ((await read(file)) === undefined) await replaceFile(file, firstLines);
  return file;
}

/** Characters that mean something in a rule, taken literally. */
function literal(name: string): string {
  return name.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ $/, "\\ ");
}

/** The text of the rules with a line more that withholds this path; throws words for one that is in no folder. */
export async function withRuleFor(
  path: string,
  isFolder: boolean,
  folders: readonly string[],
): Promise<{ file: string; text: string }> {
  const folder = folders.find((each) => isInside(each, path) && each !== path);
  if (folder === undefined) throw new Error(`${basename(path)} is not in a folder of this workspace`);
  const name = relative(folder, path).split(sep).map(literal).join("/");
  const file = join(folder, privacyFileName);
  const before = (await read(file)) ?? firstLines;
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  return { file, text: `${before}${gap}/${name}${isFolder ? "/" : ""}\n` };
}
