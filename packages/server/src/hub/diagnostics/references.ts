/** What a source file may take in, by what it names: paths in quotes or angle brackets, and modules of Python. */
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

/** The endings of files that a language finds without their names; none where a file has to name what it takes in. */
export function siblingEndings(path: string): readonly string[] {
  const ending = extname(path).toLowerCase();
  return groups.find((each) => each.includes(ending)) ?? [];
}

/** No system opens a longer one. */
const maxReference = 4096;
const signs = ['"', "'", "`"];
const angled = /<([^<>\n]+)>/g;
const escaped = /\\(?:\r\n|[\n\u2028\u2029]|u\{0*([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi;
/** `from ..pack.secret import key`, with blanks and lines that go on wherever Python takes them. */
const pythonModule =
  /\b(?:from|import)[\s\\]+((?:\.[\s\\]*)*)((?:[\p{L}_][\p{L}\p{N}_]*(?:[\s\\]*\.[\s\\]*[\p{L}_][\p{L}\p{N}_]*)*)?)/gu;

/**
 * All that stands between two signs of a kind, whether or not they belong together: which ones do, only who knows the language
 * could tell, and a sign in a comment would lead everybody else astray.
 */
function* between(text: string, sign: string): Iterable<string> {
  let start: number | undefined;
  for (const match of text.matchAll(new RegExp(`\\\\(?:\\r\\n|[^])|${sign}`, "g"))) {
    if (match[0] !== sign) continue;
    if (start !== undefined) yield text.slice(start, match.index);
    start = match.index + 1;
  }
}

/** The text that a string stands for. */
function unescaped(text: string): string {
  return text.replace(escaped, (_all, code?: string, unit?: string, byte?: string, sign?: string) => {
    const hex = code ?? unit ?? byte;
    if (hex === undefined) return sign ?? "";
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

/** A string as it stands, as languages read it, with slashes as TypeScript takes them, and as a part of a URI. */
function* readingsOf(raw: string): Iterable<string> {
  yield raw;
  const plain = raw.includes("\\") ? unescaped(raw) : raw;
  if (plain !== raw) yield plain;
  if (plain.includes("\\")) yield plain.replaceAll("\\", "/");
  if (plain.includes("%")) yield decoded(plain);
}

/** What a text names that may be a path. */
export function referencesIn(text: string, path: string): readonly string[] {
  const found = new Set<string>();
  // Where modules have bare names, only what begins so is a path.
  const isPath = siblingEndings(path).length > 0 ? /^(\.{0,2}\/|\.{1,2}$|file:|[a-z]:\/)/i : /[/.]/;
  const take = (raw: string) => {
    for (const name of readingsOf(raw)) {
      if (!isPath.test(name) || /[\n\0]/.test(name)) continue;
      const short = normalize(name.replace(/^file:\/\//i, ""));
      if (short.length <= maxReference)
        found.add(name.startsWith(".") && !short.startsWith(".") ? `./${short}` : short);
    }
  };
  for (const sign of signs) for (const raw of between(text, sign)) take(raw);
  for (const [, raw = ""] of text.matchAll(angled)) take(raw);
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
    const base = join(start, name).replace(/(?<=.)[/\\]+$/, "");
    const wanted = basename(base);
    // `./secret` and `./secret.js` may both mean secret.ts; a folder means its index.
    const stem = wanted.slice(0, wanted.length - extname(wanted).length);
    const names = new Set([wanted, ...endings.flatMap((each) => [wanted + each, stem + each])]);
    for (const entry of await listings.of(dirname(base))) {
      if (!names.has(entry.name)) continue;
      const path = join(dirname(base), entry.name);
      if (!entry.isDirectory() && !(entry.isSymbolicLink() && isDirectory(path))) found.push(path);
      else if (entry.name === wanted) {
        // Any file of a folder is a module of it.
        if (isPython(from)) found.push(path);
        for (const inner of await listings.of(path))
          if (/^(index|__init__|mod)\./.test(inner.name)) found.push(join(path, inner.name));
      }
    }
  }
  return found;
}
