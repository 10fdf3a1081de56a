/** Refuses to write what would run as code without anybody starting it. */
import { basename, join, relative } from "node:path";
import { isInside } from "@tandem/base/node";
import { errorCodes, type RequestParams, RpcError } from "@tandem/protocol";
import { type CodeFiles, codeFiles, harmlessDotNames } from "../../../hub/files/code-files.js";
import { foldName } from "../../../hub/files/fold-name.js";
import type { ConfinedPath } from "./confine.js";

/** An open end does not count for a note about the tool, such as `webpack.md`. */
const noNote = "(?<!\\.(?:md|markdown|txt))";

function matcher(names: readonly string[]): (name: string) => boolean {
  const patterns = names.map((name) => {
    const pattern = name
      .toLowerCase()
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*");
    return name.endsWith("*") ? pattern + noNote : pattern;
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

/** A name that begins with a dot belongs to a tool, of which there are more every year. */
function isToolsOwn(name: string): boolean {
  return name === "" || (name.startsWith(".") && !isHarmless(name));
}

/**
 * What a file would do by its name, or undefined for an ordinary one.
 *
 * @param path relative to its workspace folder
 */
export function whyItRuns(path: string): string | undefined {
  const names = path.split(/[/\\]/).map(foldName);
  if (names.some(isToolsOwn)) return "settings and programs of tools, in names that begin with a dot";
  const file = names.at(-1) ?? "";
  return rules.find(({ isFolder, isFile }) => isFile(file) || names.some(isFolder))?.what;
}

/** Every name that a path has for the folders it is in. A folder counts by its own name where that is a tool's. */
function* namesIn(path: string, folders: readonly string[]): Iterable<string> {
  for (const folder of folders) {
    if (!isInside(folder, path)) continue;
    const inside = relative(folder, path);
    yield isToolsOwn(foldName(basename(folder))) ? join(basename(folder), inside) : inside;
  }
}

/** Says which rule, and what to do instead. */
export function refusal(given: string, why: string): RpcError {
  return new RpcError(
    errorCodes.invalidParams,
    `No request writes files that run code (${why}): ${given}. Propose the change with openDiff, so that the user sees it, or ask the user to make it.`,
  );
}

/**
 * Refuses by the names that a file was asked for by and really has, and by what is to be written. What is there already
 * is judged where it is replaced: see refusePrograms of replaceFile.
 */
export function refuseCode(
  { asked, real }: ConfinedPath,
  { path: given, content }: RequestParams<"writeFile">,
  folders: readonly string[],
): void {
  for (const path of [asked, real])
    for (const name of namesIn(path, folders)) {
      const why = whyItRuns(name);
      if (why !== undefined) throw refusal(given, why);
    }
  if (content.startsWith("#!")) throw refusal(given, "scripts that begin with #!");
}
