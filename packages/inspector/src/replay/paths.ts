/**
 * Moves paths from one machine's folders to another's, wherever they stand in a message: as a path, in a file:// URI,
 * percent-encoded or not, with the separators of either platform, inside the JSON of a text. Pure.
 */
import { escapeRegExp } from "@tandem/base";
import { toFileUri, toRawFileUri } from "@tandem/protocol";

export interface FolderPair {
  readonly from: string;
  readonly to: string;
}

/** Gives back a text with its paths moved. */
export type MoveText = (text: string) => string;

const drive = /^([A-Za-z]):(?=[\\/]|$)/;
const isUnc = (folder: string) => folder.startsWith("\\\\");
const isWindows = (folder: string) => isUnc(folder) || drive.test(folder);

/** Before a folder stands no part of another path, and after it no more of its own name. */
const startsHere = String.raw`(?<![\p{L}\p{N}_.\-~%/\\])`;
const endsHere = String.raw`(?=$|[\\/\s"'${"`"}:,;)\]}<>#?|]|\.(?![\p{L}\p{N}]))`;
/** What belongs to a path that stands among other words. */
const pathInText = String.raw`(?<rest>[\\/][^\s"'${"`"}<>|*?:,]*)?`;

/** A name as it is, or percent-encoded: programs do not agree on which signs need it, nor on the case of the digits. */
function segmentPattern(segment: string): string {
  const encoder = new TextEncoder();
  const signs = [...segment.toWellFormed()].map((sign) => {
    if (/[A-Za-z0-9]/.test(sign)) return sign;
    const bytes = [...encoder.encode(sign)].map((byte) => byte.toString(16).padStart(2, "0"));
    const digits = bytes.join("").replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const encoded = digits.replace(/((?:\[..\]|\d){2})/g, "%$1");
    return `(?:${escapeRegExp(sign)}|${encoded})`;
  });
  return signs.join("");
}

/** The folder in any of its forms, and the start of a URI before it. */
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

/** The other folder, in the form in which this one was found. */
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

/** JSON inside a text, if writing it again gives the same text. */
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
 * A function that moves every path of a text from the first folder of each pair into the second.
 *
 * @example
 * const move = movePaths([{ from: "/home/ada/engine", to: "/workspace" }]);
 * move("file:///home/ada/engine/a%20b.ts"); // file:///workspace/a%20b.ts
 */
export function movePaths(pairs: readonly FolderPair[]): MoveText {
  if (pairs.length === 0) return (text) => text;
  // The innermost folder first: it is the one that is meant.
  const sorted = [...pairs].sort((a, b) => b.from.length - a.from.length);
  const anyFolder = sorted
    .map(({ from }, index) =>
      folderPattern(from).replace("?<uri>", `?<uri${index}>`).replace("?<folder>", `?<folder${index}>`),
    )
    .join("|");
  const inText = new RegExp(`(?:${anyFolder})${endsHere}${pathInText}`, "gu");
  const wholeText = new RegExp(`^(?:${anyFolder})(?<rest>[\\\\/][^\\n"]*)?$`, "u");
  // Only then the end of a path matters, whose separators change: in a text of nothing else it is the text's end.
  const isOtherPlatform = sorted.some(({ from, to }) => isWindows(from) !== isWindows(to));
  const move: MoveText = (text) => {
    const json = jsonIn(text);
    if (json) return JSON.stringify(moveValue(json.value, move), undefined, json.indent);
    return replaceIn(text, isOtherPlatform && wholeText.test(text) ? wholeText : inText, sorted);
  };
  return move;
}

/** The same for every string in a value, the names of its members too. */
export function moveValue(value: unknown, move: MoveText): unknown {
  if (typeof value === "string") return move(value);
  if (Array.isArray(value)) return value.map((each) => moveValue(each, move));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [move(key), moveValue(inner, move)]));
}
