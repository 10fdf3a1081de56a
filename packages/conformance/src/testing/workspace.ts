/** The workspace of the endpoint for tests: which paths are inside, which are withheld, and what is listed. */
import { readdir, readFile, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { escapeRegExp } from "@tandem/base";
import { isInside } from "@tandem/base/node";
import { errorCodes, RpcError } from "@tandem/protocol";

/** True for `.env*` and for what is below `.git` or `.obsidian`. */
export function isWithheld(path: string): boolean {
  return path.split(sep).some((part) => part === ".git" || part === ".obsidian" || part.startsWith(".env"));
}

/** True for a few of the files that run code, whatever the case of their names. */
export function runsCode(path: string): boolean {
  return path.split(sep).some((part) => /^(\.vscode|node_modules|package\.json)$/i.test(part));
}

/** The real path of the part that exists, with the rest behind it. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), relative(parent, path));
  }
}

/** Where a path is before links are looked at. */
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

/** Every file below a directory, relative to the folder, links named and not followed. */
export async function listBelow(
  folder: string,
  withheld: (path: string) => boolean,
  directory = folder,
): Promise<string[]> {
  const isIgnored = await ignoreRules(directory);
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (isIgnored(entry.name, entry.isDirectory()) || withheld(relative(folder, path))) continue;
    if (entry.isDirectory()) found.push(...(await listBelow(folder, withheld, path)));
    else found.push(relative(folder, path).split(sep).join("/"));
  }
  return found;
}

/** A glob of `*` alone; without a slash it is a file name. */
export function matchesGlob(path: string, pattern: string): boolean {
  const subject = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  const source = pattern.split("*").map(escapeRegExp);
  return new RegExp(`^${source.join("[^/]*")}$`).test(subject);
}
