/**
 * Moves paths from one machine's folders to another's, anywhere in a message: as a path or a file:// URI, percent-encoded
 * or not, with either separator, and in JSON inside a string.
 */
import { escapeRegExp } from "@tandem-ide/base";
import { toFileUri, toRawFileUri } from "@tandem-ide/protocol";

export interface FolderPair {
  readonly from: string;
  readonly to: string;
}

/** Returns the text with its paths moved. */
export type MoveText = (text: string) => string;

const drive = /^([A-Za-z]):(?=[\\/]|$)/;
const isUnc = (folder: string) => folder.startsWith("\\\\");
const isWindows = (folder: string) => isUnc(folder) || drive.test(folder);

/** A folder must not be preceded by another path, or followed by more of a name. */
const startsHere = String.raw`(?<![\p{L}\p{N}_.\-~%/\\])`;
const endsHere = String.raw`(?=$|[\\/\s"'${"`"}:,;)\]}<>#?|]|\.(?![\p{L}\p{N}]))`;
/** The rest of a path inside other text. */
const pathInText = String.raw`(?<rest>[\\/][^\s"'${"`"}<>|*?:,]*)?`;

/** Matches a name, percent-encoded or not, because programs encode different characters in different case. */
function segmentPattern(segment: string): string {
  const encoder = new TextEncoder();
  const patterns = [...segment.toWellFormed()].map((char) => {
    if (/[A-Za-z0-9]/.test(char)) return char;
    const bytes = [...encoder.encode(char)].map((byte) => byte.toString(16).padStart(2, "0"));
    const digits = bytes.join("").replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const encoded = digits.replace(/((?:\[..\]|\d){2})/g, "%$1");
    return `(?:${escapeRegExp(char)}|${encoded})`;
  });
  return patterns.join("");
}

/** Matches the folder in any form, with the start of a URI. */
function folderPattern(folder: string): string {
  const separator = isWindows(folder) ? String.raw`(?:/|\\\\|\\)` : "/";
  const letter = drive.exec(folder)?.[1];
  const names = folder
    .replace(drive, "")
    .split(isWindows(folder) ? /[\\/]+/ : "/")
    .filter((name) => name !== "")
    .map(segmentPattern);
  if (letter !== undefined) {
    const start = `[${letter.toLowerCase()}${letter.toUpperCase()}](?::|%3[Aa])`;
    return `(?:(?<uri>file:///)|${startsHere})(?<folder>${[start, ...names].join(separator)})`;
  }
  if (isUnc(folder))
    return `(?:(?<uri>file:)|${startsHere})(?<folder>(?://|${String.raw`\\\\\\\\|\\\\`})${names.join(separator)})`;
  return `(?:(?<uri>file://)|${startsHere})(?<folder>/${names.join("/")})`;
}

interface Found {
  readonly uri: string | undefined;
  readonly folder: string;
  readonly rest: string;
}

/** Returns the other folder, in the same form. */
function moved({ uri, folder, rest }: Found, { from, to }: FolderPair): string {
  const isEncoded = /%[0-9A-Fa-f]{2}/.test(folder + (uri === undefined ? "" : rest));
  const separator = /\\\\(?!$)/.test(folder.slice(2)) ? "\\\\" : folder.includes("\\") ? "\\" : "/";
  let start: string;
  if (uri !== undefined) {
    start = isEncoded ? toFileUri(to) : toRawFileUri(to);
    // VS Code writes file:///c%3A/ws.
    if (/%3A/i.test(folder))
      start = start.replace(/^file:\/\/\/([A-Za-z]):/, (_all, letter) => `file:///${letter.toLowerCase()}%3A`);
  } else {
    const plain = isWindows(to) && isWindows(from) ? to.replace(/[\\/]/g, () => separator) : to;
    start = isEncoded ? encodeURI(plain.toWellFormed()) : plain;
  }
  if (isWindows(from) === isWindows(to)) return start + rest;
  if (!isWindows(to)) return start + rest.replace(/\\\\|\\/g, "/");
  return start + (uri === undefined ? rest.replaceAll("/", "\\") : rest);
}

function replaceIn(text: string, pattern: RegExp, pairs: readonly FolderPair[]): string {
  return text.replace(pattern, (...args: unknown[]) => {
    const groups = args.at(-1);
    const all = String(args[0]);
    if (typeof groups !== "object" || groups === null) return all;
    const named = new Map(
      Object.entries(groups).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    );
    for (const [index, pair] of pairs.entries()) {
      const folder = named.get(`folder${index}`);
      if (folder === undefined) continue;
      return moved({ uri: named.get(`uri${index}`), folder, rest: named.get("rest") ?? "" }, pair);
    }
    return all;
  });
}

/** Parses JSON inside a string, if serializing it returns the same text. */
function jsonIn(text: string): { readonly value: unknown; readonly indent: number } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const indent = [0, 2].find((width) => JSON.stringify(value, undefined, width) === text);
    return indent === undefined ? undefined : { value, indent };
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that moves every path in some text from the first folder of each pair to the second.
 *
 * @example
 * const move = movePaths([{ from: "/home/ada/engine", to: "/workspace" }]);
 * move("file:///home/ada/engine/a%20b.ts"); // file:///workspace/a%20b.ts
 */
export function movePaths(pairs: readonly FolderPair[]): MoveText {
  if (pairs.length === 0) return (text) => text;
  // The innermost folder first.
  const sorted = [...pairs].sort((a, b) => b.from.length - a.from.length);
  const anyFolder = sorted
    .map(({ from }, index) =>
      folderPattern(from).replace("?<uri>", `?<uri${index}>`).replace("?<folder>", `?<folder${index}>`),
    )
    .join("|");
  const inText = new RegExp(`(?:${anyFolder})${endsHere}${pathInText}`, "gu");
  const wholeText = new RegExp(`^(?:${anyFolder})(?<rest>[\\\\/][^\\n"]*)?$`, "u");
  // If separators change, the end of a path matters. A text that is only a path ends with it.
  const isOtherPlatform = sorted.some(({ from, to }) => isWindows(from) !== isWindows(to));
  const move: MoveText = (text) => {
    const json = jsonIn(text);
    if (json) return JSON.stringify(moveValue(json.value, move), undefined, json.indent);
    return replaceIn(text, isOtherPlatform && wholeText.test(text) ? wholeText : inText, sorted);
  };
  return move;
}

/** Applies `move` to every string in a value, including keys. */
export function moveValue(value: unknown, move: MoveText): unknown {
  if (typeof value === "string") return move(value);
  if (Array.isArray(value)) return value.map((each) => moveValue(each, move));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [move(key), moveValue(inner, move)]));
}
