/** Finds the files that a source file may import: paths in quotes or angle brackets, and Python modules. */
import { type Dirent, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, normalize } from "node:path";

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

/** Returns the extensions of files that a language can import without naming them, or none. */
export function siblingEndings(path: string): readonly string[] {
  const ending = extname(path).toLowerCase();
  return groups.find((each) => each.includes(ending)) ?? [];
}

/** Longer paths can't be opened. */
const maxReference = 4096;
const quotationMarks = ['"', "'", "`"];
const angled = /<([^<>\n]+)>/g;
const escaped = /\\(?:\r\n|[\n\u2028\u2029]|u\{0*([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi;
/** `from ..pack.secret import key`, with whitespace and line continuations wherever Python allows them. */
const pythonModule =
  /\b(?:from|import)[\s\\]+((?:\.[\s\\]*)*)((?:[\p{L}_][\p{L}\p{N}_]*(?:[\s\\]*\.[\s\\]*[\p{L}_][\p{L}\p{N}_]*)*)?)/gu;

/**
 * Yields all text between two consecutive quotation marks, whether or not they belong together. Without parsing the language,
 * a mark in a comment would shift all pairs.
 */
function* between(text: string, mark: string): Iterable<string> {
  let start: number | undefined;
  for (const match of text.matchAll(new RegExp(`\\\\(?:\\r\\n|[^])|${mark}`, "g"))) {
    if (match[0] !== mark) continue;
    if (start !== undefined) yield text.slice(start, match.index);
    start = match.index + 1;
  }
}

/** Resolves the escapes in a string. */
function unescaped(text: string): string {
  return text.replace(escaped, (_all, code?: string, unit?: string, byte?: string, char?: string) => {
    const hex = code ?? unit ?? byte;
    if (hex === undefined) return char ?? "";
    const point = Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : "";
  });
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Yields a string as written, unescaped, with slashes as in TypeScript, and URI-decoded. */
function* readingsOf(raw: string): Iterable<string> {
  yield raw;
  const plain = raw.includes("\\") ? unescaped(raw) : raw;
  if (plain !== raw) yield plain;
  if (plain.includes("\\")) yield plain.replaceAll("\\", "/");
  if (plain.includes("%")) yield decoded(plain);
}

/** Returns the parts of some text that may be paths. */
export function referencesIn(text: string, path: string): readonly string[] {
  const found = new Set<string>();
  // In languages with bare module names, only these prefixes mark a path.
  const isPath = siblingEndings(path).length > 0 ? /^(\.{0,2}\/|\.{1,2}$|file:|[a-z]:\/)/i : /[/.]/;
  const add = (raw: string) => {
    for (const name of readingsOf(raw)) {
      if (!isPath.test(name) || /[\n\0]/.test(name)) continue;
      const short = normalize(name.replace(/^file:\/\//i, ""));
      if (short.length <= maxReference)
        found.add(name.startsWith(".") && !short.startsWith(".") ? `./${short}` : short);
    }
  };
  for (const mark of quotationMarks) for (const raw of between(text, mark)) add(raw);
  for (const [, raw = ""] of text.matchAll(angled)) add(raw);
  if (isPython(path))
    for (const [, dots = "", name = ""] of text.matchAll(pythonModule)) {
      const up = "../".repeat(Math.max(dots.replace(/[^.]/g, "").length - 1, 0));
      if (dots !== "") found.add(up || "./");
      found.add(
        up +
          name
            .normalize("NFKC")
            .replace(/[\s\\]/g, "")
            .replaceAll(".", "/"),
      );
    }
  return [...found];
}

function isPython(path: string): boolean {
  return /\.pyi?$/i.test(path);
}

/** Reads each directory once. */
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

/** Returns the existing files that a name in `from` can refer to. */
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
    const base = join(start, name).replace(/(?<=.)[/\\]+$/, "");
    const wanted = basename(base);
    // `./secret` and `./secret.js` can both mean secret.ts, and a folder means its index.
    const stem = wanted.slice(0, wanted.length - extname(wanted).length);
    const names = new Set([wanted, ...endings.flatMap((each) => [wanted + each, stem + each])]);
    for (const entry of await listings.of(dirname(base))) {
      if (!names.has(entry.name)) continue;
      const path = join(dirname(base), entry.name);
      if (!entry.isDirectory() && !(entry.isSymbolicLink() && isDirectory(path))) found.push(path);
      else if (entry.name === wanted) {
        // Any file in the folder is a module.
        if (isPython(from)) found.push(path);
        for (const inner of await listings.of(path))
          if (/^(index|__init__|mod)\./.test(inner.name)) found.push(join(path, inner.name));
      }
    }
  }
  return found;
}
