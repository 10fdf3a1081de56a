/**
 * Edits JSON as text: splits objects and arrays one level at a time and keeps each part as written, so that a change in one
 * place leaves the rest of the file as is. (Parsing and serialising turns 1.0 into 1, truncates long integers, moves keys
 * like "10" to the front and changes escapes.) The text must be valid, which the caller checks with `JSON.parse`.
 */

/** A part of a list, as written. New parts have no spaces. */
export interface Part {
  readonly raw: string;
  /** The spaces between the previous comma and the part. */
  readonly before?: string;
  /** The spaces between the part and the next comma. */
  readonly after?: string;
}

/** A member of an object. */
export interface Member extends Part {
  readonly key: string;
  /** The key and everything up to the value, as written. */
  readonly label?: string;
}

/** The content of an object or array, with the spaces before the first part and after the last. */
export interface List<P extends Part> {
  readonly parts: readonly P[];
  readonly lead?: string;
  readonly tail?: string;
}

const space = /[\t\n\r ]/;

/** Splits the text of an object into its members. */
export function splitObject(text: string): List<Member> {
  return split(text, "}", (start) => {
    const keyEnd = endOfValue(text, start);
    const key: unknown = JSON.parse(text.slice(start, keyEnd));
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, value);
    return { part: { key: String(key), label: text.slice(start, value), raw: text.slice(value, end) }, end };
  });
}

/** Splits the text of an array into its elements. */
export function splitArray(text: string): List<Part> {
  return split(text, "]", (start) => {
    const end = endOfValue(text, start);
    return { part: { raw: text.slice(start, end) }, end };
  });
}

function split<P extends Part>(
  text: string,
  close: string,
  read: (start: number) => { part: P; end: number },
): List<P> {
  const parts: P[] = [];
  const first = skipSpace(text, 0) + 1;
  let from = first;
  let at = skipSpace(text, from);
  const lead = text.slice(first, at);
  if (text[at] === close) return { parts };
  for (;;) {
    const { part, end } = read(at);
    const next = skipSpace(text, end);
    const isLast = text[next] !== ",";
    const before = parts.length > 0 && { before: text.slice(from, at) };
    parts.push({ ...part, ...before, ...(!isLast && { after: text.slice(end, next) }) });
    if (isLast) return { parts, lead, tail: text.slice(end, next) };
    from = next + 1;
    at = skipSpace(text, from);
  }
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (space.test(text[next] ?? "")) next++;
  return next;
}

/** Returns the end of the value that starts at `start`. Counts brackets instead of recursing, so any depth works. */
function endOfValue(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else {
      if (character === "{" || character === "[") depth++;
      if (character === "}" || character === "]") depth--;
      at++;
    }
  } while (depth > 0);
  // A number or a literal ends at the first other character.
  if (/[^{}[\]"]/.test(text[start] ?? "")) while (at < text.length && /[\w.+-]/.test(text[at] ?? "")) at++;
  return at;
}

function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** The formatting of a file. */
export interface JsonStyle {
  /** The indentation of one level, or undefined when everything is on one line. */
  readonly indent: string | undefined;
  readonly lineEnd: "\n" | "\r\n";
  /** Between key and value: `: ` or `:`. */
  readonly colon: string;
  /** Between values on one line: `, ` or `,`. */
  readonly comma: string;
  /** Whether non-ASCII characters are escaped. */
  readonly isAscii: boolean;
}

/** The style in which Jupyter writes notebooks. */
export const jupyterStyle: JsonStyle = { indent: " ", lineEnd: "\n", colon: ": ", comma: ", ", isAscii: false };

/** Matches an unnecessary escape: not of a control character, and not after an escaped backslash. */
const escapedLetter = /(?<!\\)(?:\\\\)*\\u(?!00[01])[0-9a-f]{4}/i;

/** Detects the style of an object's text. */
export function styleOf(text: string): JsonStyle {
  const start = /^\s*\{(\r?\n)?([ \t]*)"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(text);
  if (start === null) return jupyterStyle;
  const [, lineEnd, indent, colon = ": "] = start;
  return {
    indent: lineEnd === undefined ? undefined : indent,
    lineEnd: lineEnd === "\r\n" ? "\r\n" : "\n",
    colon,
    // Python puts a space after both, JavaScript after neither.
    comma: colon.endsWith(" ") ? ", " : ",",
    isAscii: escapedLetter.test(text) && !/[\u0080-\uffff]/.test(text),
  };
}

/** Joins members to an object, at a depth. */
export function writeObject(members: List<Member>, style: JsonStyle, depth: number): string {
  const written = ({ key, label, raw }: Member) => (label ?? `${writeText(key, style)}${style.colon}`) + raw;
  return write("{", members, written, "}", style, depth);
}

/** Joins elements to an array, at a depth. */
export function writeArray(elements: List<Part>, style: JsonStyle, depth: number): string {
  return write("[", elements, ({ raw }) => raw, "]", style, depth);
}

/** Serialises a value, at a depth. Keeps the order of keys. */
export function writeValue(value: unknown, style: JsonStyle, depth: number): string {
  if (typeof value === "string") return writeText(value, style);
  if (Array.isArray(value)) {
    const parts = value.map((element: unknown) => ({ raw: writeValue(element, style, depth + 1) }));
    return writeArray({ parts }, style, depth);
  }
  if (typeof value === "object" && value !== null) {
    const given = Object.entries(value).filter(([, content]) => content !== undefined);
    const parts = given.map(([key, content]) => ({ key, raw: writeValue(content, style, depth + 1) }));
    return writeObject({ parts }, style, depth);
  }
  return JSON.stringify(value) ?? "null";
}

function writeText(text: string, style: JsonStyle): string {
  const json = JSON.stringify(text);
  if (!style.isAscii) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Keeps the spaces of existing parts. New parts get those of their neighbours, or of the file's style. */
function write<P extends Part>(
  open: string,
  { parts, lead, tail }: List<P>,
  written: (part: P) => string,
  close: string,
  { indent, lineEnd, comma }: JsonStyle,
  depth: number,
): string {
  if (parts.length === 0) return open + close;
  const lineAt = (level: number) => (indent === undefined ? "" : lineEnd + indent.repeat(level));
  const inner = lineAt(depth + 1);
  const neighbours = parts.find(({ before }) => before !== undefined)?.before;
  const between = neighbours ?? (lead?.includes("\n") ? lead : indent === undefined ? comma.slice(1) : inner);
  const last = parts.length - 1;
  const texts = parts.map((part, index) => {
    const before = index === 0 ? (lead ?? inner) : (part.before ?? between);
    const after = index === last ? (tail ?? lineAt(depth)) : (part.after ?? "");
    return before + written(part) + after;
  });
  return open + texts.join(",") + close;
}
