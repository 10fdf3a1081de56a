/** The workspace of the test endpoint: paths inside it, hidden files, and the file list. */
import { readdir, readFile, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { escapeRegExp } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import { errorCodes, RpcError } from "@tandem-ide/protocol";

/** Matches `.env*` and everything in `.git` and `.obsidian`. */
export function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part === ".git" || part === ".obsidian" || part.startsWith(".env"));
}

/** Matches some files that can run code, ignoring case. */
export function runsCode(path: string): boolean {
  return path.split(sep).some((part) => /^(\.vscode|node_modules|package\.json)$/i.test(part));
}

/** Resolves the existing part of a path, and appends the rest. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), relative(parent, path));
  }
}

/** Resolves a path without following links. */
export function place(folder: string, path: string): string {
  return isAbsolute(path) && isInside(folder, path) ? path : join(folder, path);
}

export function refuse(path: string): never {
  throw new RpcError(errorCodes.invalidParams, `the path must stay inside the workspace: ${path}`);
}

/** Confines a path to the folder, links resolved (SEC-01). */
export async function resolveInside(folder: string, path: string): Promise<string> {
  if (path.split("/").includes("..") || path.startsWith("~")) refuse(path);
  const found = await realPathOf(place(folder, path));
  if (!isInside(folder, found)) refuse(path);
  return found;
}

/** Enough of .gitignore for the tests: `*.ending` and `directory/`. */
async function ignoreRules(directory: string): Promise<(name: string, isDirectory: boolean) => boolean> {
  const text = await readFile(join(directory, ".gitignore"), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return (name, isDirectory) =>
    lines.some((line) =>
      line.startsWith("*") ? name.endsWith(line.slice(1)) : line.endsWith("/") && isDirectory && `${name}/` === line,
    );
}

/** Lists all files in a directory, relative to the folder; links are listed but not followed. */
export async function listBelow(
  folder: string,
  hidden: (path: string) => boolean,
  directory = folder,
): Promise<string[]> {
  const isIgnored = await ignoreRules(directory);
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (isIgnored(entry.name, entry.isDirectory()) || hidden(relative(folder, path))) continue;
    if (entry.isDirectory()) found.push(...(await listBelow(folder, hidden, path)));
    else found.push(relative(folder, path).split(sep).join("/"));
  }
  return found;
}

/** Converts a glob with `*`; without a slash it matches file names. */
export function matchesGlob(path: string, pattern: string): boolean {
  const subject = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  const source = pattern.split("*").map(escapeRegExp);
  return new RegExp(`^${source.join("[^/]*")}$`).test(subject);
}
