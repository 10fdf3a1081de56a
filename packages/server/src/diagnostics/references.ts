/** What a source file may take in, by what it names: paths in quotes or angle brackets, and modules of Python. */
import { type Dirent, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join } from "node:path";

const groups: readonly (readonly string[])[] = [
  [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".jsonc", ".vue", ".svelte", ".astro"],
  [".py", ".pyi", ".ipynb"],
  [".go"],
  [".java", ".kt", ".kts", ".scala", ".groovy"],
  [".cs", ".vb", ".fs"],
  [".swift"],
  [".dart"],
  [".rb"],
  [".lua"],
];

/** The endings of files that a language finds without their names; none where a file has to name what it takes in. */
export function siblingEndings(path: string): readonly string[] {
  const ending = extname(path).toLowerCase();
  return groups.find((each) => each.includes(ending)) ?? [];
}

/** Longer ones are no paths that anybody writes. */
const maxReference = 300;
const quoted = /"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|<([^<>\n]+)>/g;
/** `from ..pack.secret import key` */
const pythonModule = /\b(?:from|import)\s+(\.*[\w.]+)/g;

/** What a text names that may be a path. */
export function referencesIn(text: string, path: string): readonly string[] {
  const found = new Set<string>();
  // Where modules have bare names, only what begins so is a path.
  const isPath = siblingEndings(path).length > 0 ? /^(\.{0,2}\/|\.{1,2}$|file:)/ : /[/.]/;
  for (const match of text.matchAll(quoted)) {
    const name = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    if (name.length <= maxReference && isPath.test(name)) found.add(name.replace(/^file:\/\//, ""));
  }
  if (/\.pyi?$/.test(path))
    for (const [, name = ""] of text.matchAll(pythonModule)) {
      const dots = /^\.*/.exec(name)?.[0].length ?? 0;
      found.add("../".repeat(Math.max(dots - 1, 0)) + name.slice(dots).replaceAll(".", "/"));
    }
  return [...found];
}

/** What is in directories, each looked at once. */
export class Listings {
  readonly #known = new Map<string, Promise<readonly Dirent[]>>();

  of(directory: string): Promise<readonly Dirent[]> {
    let known = this.#known.get(directory);
    if (!known) {
      known = readdir(directory, { withFileTypes: true }).catch(() => []);
      this.#known.set(directory, known);
    }
    return known;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The files that exist by a name, as `from` and these folders see it. */
export async function resolveReference(
  name: string,
  from: string,
  folders: readonly string[],
  listings: Listings,
): Promise<string[]> {
  const endings = siblingEndings(from);
  const starts = isAbsolute(name) ? [""] : name.startsWith(".") ? [dirname(from)] : [dirname(from), ...folders];
  const found: string[] = [];
  for (const start of starts) {
    const base = join(start, name);
    const wanted = basename(base);
    // `./secret` and `./secret.js` may both mean secret.ts; a folder means its index.
    const stem = wanted.slice(0, wanted.length - extname(wanted).length);
    const names = new Set([wanted, ...endings.flatMap((each) => [wanted + each, stem + each])]);
    for (const entry of await listings.of(dirname(base))) {
      if (!names.has(entry.name)) continue;
      const path = join(dirname(base), entry.name);
      if (!entry.isDirectory() && !(entry.isSymbolicLink() && isDirectory(path))) found.push(path);
      else if (entry.name === wanted)
        for (const inner of await listings.of(path))
          if (/^(index|__init__|mod)\./.test(inner.name)) found.push(join(path, inner.name));
    }
  }
  return found;
}
