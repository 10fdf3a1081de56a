/** Refuses to write files that would be run automatically. */
import { basename, join, relative } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import { errorCodes, type RequestParams, RpcError } from "@tandem-ide/protocol";
import { type CodeFiles, codeFiles, harmlessDotNames } from "../../../hub/files/code-files.js";
import { foldName } from "../../../hub/files/fold-name.js";
import type { ConfinedPath } from "./confine.js";

/** A trailing `*` doesn't match notes about the tool, such as `webpack.md`. */
const notNotes = "(?<!\\.(?:md|markdown|txt))";

function matcher(names: readonly string[]): (name: string) => boolean {
  const patterns = names.map((name) => {
    const pattern = name
      .toLowerCase()
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*");
    return name.endsWith("*") ? pattern + notNotes : pattern;
  });
  const any = new RegExp(`^(?:${patterns.join("|")})$`, "s");
  return (name) => any.test(name);
}

interface Rule {
  readonly what: string;
  readonly isFolder: (name: string) => boolean;
  readonly isFile: (name: string) => boolean;
}

const rules: readonly Rule[] = codeFiles.map(({ what, folders = [], files = [] }: CodeFiles) => ({
  what,
  isFolder: matcher(folders),
  isFile: matcher(files),
}));
const isHarmless = matcher(harmlessDotNames);

/** Names that begin with a dot belong to tools, and new tools appear all the time. */
function isToolName(name: string): boolean {
  return name === "" || (name.startsWith(".") && !isHarmless(name));
}

/**
 * Returns what a file with this name does, or undefined for an ordinary file.
 *
 * @param path relative to its workspace folder
 */
export function whyItRuns(path: string): string | undefined {
  const names = path.split(/[/\\]/).map(foldName);
  if (names.some(isToolName)) return "files and folders of tools whose names begin with a dot";
  const file = names.at(-1) ?? "";
  return rules.find(({ isFolder, isFile }) => isFile(file) || names.some(isFolder))?.what;
}

/** Yields the path relative to each folder that contains it. A folder named like a tool's is part of the result. */
function* nameFilter(path: string, folders: readonly string[]): Iterable<string> {
  for (const folder of folders) {
    if (!isInside(folder, path)) continue;
    const inside = relative(folder, path);
    yield isToolName(foldName(basename(folder))) ? join(basename(folder), inside) : inside;
  }
}

/** The error for a refused write, with what to do instead. */
export function refusal(given: string, why: string): RpcError {
  return new RpcError(
    errorCodes.invalidParams,
    `Workspace requests can't write files that run code (${why}): ${given}. Propose the change with openDiff, or ask the user to make it.`,
  );
}

/**
 * Throws if the requested path, the real path or the new content is code. The existing content is checked when the file is
 * replaced: see refusePrograms of replaceFile.
 */
export function refuseCode(
  { requested, real }: ConfinedPath,
  { path: given, content }: RequestParams<"writeFile">,
  folders: readonly string[],
): void {
  for (const path of [requested, real])
    for (const name of nameFilter(path, folders)) {
      const why = whyItRuns(name);
      if (why !== undefined) throw refusal(given, why);
    }
  if (content.startsWith("#!")) throw refusal(given, "scripts that begin with #!");
}
