/**
 * JSON as text: takes objects and arrays apart one level at a time and keeps each part as it was written, so that a file
 * that is changed in one place differs in that place only. (Parsed and written again, 1.0 becomes 1, long integers lose
 * digits, keys like "10" move to the front and escapes change.) The text must be valid: `JSON.parse` looks at it first.
 */

/** A member of an object. Both are as in the text. */
export interface Member {
  readonly key: string;
  readonly raw: string;
}

const space = /[\t\n\r ]/;

/** The members of the object that `text` is, in order. */
export function splitObject(text: string): Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] !== "}") {
    const keyEnd = endOfValue(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ key: String(key), raw: text.slice(start, end) });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

/** The elements of the array that `text` is, in order. */
export function splitArray(text: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] !== "]") {
    const end = endOfValue(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return elements;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (space.test(text[next] ?? "")) next++;
  return next;
}

/** Behind the value that begins at `start`. Counts brackets instead of calling itself: no depth is too deep. */
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
  // A number or a word goes on until something that cannot be part of it.
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

/** How a file is written. */
export interface JsonStyle {
  /** One level; undefined when all is on one line. */
  readonly indent: string | undefined;
  readonly lineEnd: "\n" | "\r\n";
  /** Between key and value: `: ` or `:`. */
  readonly colon: string;
  /** Between values on one line: `, ` or `,`. */
  readonly comma: string;
  /** Are characters beyond ASCII escaped? */
  readonly isAscii: boolean;
}

/** As Jupyter writes notebooks. */
export const jupyterStyle: JsonStyle = { indent: " ", lineEnd: "\n", colon: ": ", comma: ", ", isAscii: false };

/** The style that an object's text shows. */
export function styleOf(text: string): JsonStyle {
  const start = /^\s*\{(\r?\n)?([ \t]*)"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(text);
  if (start === null) return jupyterStyle;
  const [, lineEnd, indent, colon = ": "] = start;
  return {
    indent: lineEnd === undefined ? undefined : indent,
    lineEnd: lineEnd === "\r\n" ? "\r\n" : "\n",
    colon,
    // Python puts a space behind both, JavaScript behind none.
    comma: colon.endsWith(" ") ? ", " : ",",
    isAscii: /\\u[0-9a-f]{4}/i.test(text) && !/[\u0080-\uffff]/.test(text),
  };
}

/** An object of members that are written already, at a depth. */
export function writeObject(members: readonly Member[], style: JsonStyle, depth: number): string {
  return write(
    "{",
    members.map(({ key, raw }) => `${writeText(key, style)}${style.colon}${raw}`),
    "}",
    style,
    depth,
  );
}

/** An array of elements that are written already, at a depth. */
export function writeArray(elements: readonly string[], style: JsonStyle, depth: number): string {
  return write("[", elements, "]", style, depth);
}

/** Any value, at a depth. Keys stay in their order. */
export function writeValue(value: unknown, style: JsonStyle, depth: number): string {
  if (typeof value === "string") return writeText(value, style);
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) => writeValue(element, style, depth + 1));
    return writeArray(elements, style, depth);
  }
  if (typeof value === "object" && value !== null) {
    const given = Object.entries(value).filter(([, content]) => content !== undefined);
    const members = given.map(([key, content]) => ({ key, raw: writeValue(content, style, depth + 1) }));
    return writeObject(members, style, depth);
  }
  return JSON.stringify(value) ?? "null";
}

function writeText(text: string, style: JsonStyle): string {
  const json = JSON.stringify(text);
  if (!style.isAscii) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function write(open: string, parts: readonly string[], close: string, style: JsonStyle, depth: number): string {
  if (parts.length === 0) return open + close;
  const { indent, lineEnd, comma } = style;
  if (indent === undefined) return open + parts.join(comma) + close;
  const inner = lineEnd + indent.repeat(depth + 1);
  return `${open}${inner}${parts.join(`,${inner}`)}${lineEnd}${indent.repeat(depth)}${close}`;
}
