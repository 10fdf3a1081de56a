/** The content of a path at one moment: a file's bytes, a link's target, or nothing. */
import { isBinary, type Lines, toLines } from "./lines.js";
import { merge3, type Winner } from "./merge.js";

export const linkMode = "120000";
/** Git's mode for a submodule, which we use for files whose content isn't stored: it names no object. */
export const unstoredMode = "160000";
/** Merging longer texts takes too long, so they are handled as a whole. */
const maxTextBytes = 2 * 1024 * 1024;

/** A file as git sees it. For an unstored one, `text` identifies its state. Undefined means that there is no file. */
export interface File {
  readonly mode: string;
  /** One character for each byte. */
  readonly text: string;
}
export type Content = File | undefined;

/** True if there are no lines to show or to merge. A missing file counts as empty. */
export function isOpaque(content: Content): boolean {
  if (content === undefined) return false;
  const isRegular = content.mode !== linkMode && content.mode !== unstoredMode;
  return !isRegular || content.text.length > maxTextBytes || isBinary(content.text);
}

/** The lines of a file. A missing file counts as an empty one. */
export function linesOf(content: Content): Lines {
  return toLines(content?.text ?? "");
}

export function isSame(one: Content, other: Content): boolean {
  return one === other || (one?.mode === other?.mode && one?.text === other?.text);
}

function mergedMode(base: File | undefined, ours: Content, theirs: Content): string {
  const [mine, other] = [ours?.mode, theirs?.mode];
  return (mine === undefined || (other !== undefined && mine === base?.mode) ? other : mine) ?? "100644";
}

export interface MergedContent {
  readonly content: Content;
  /** True if both changed the same lines, or there are no lines. */
  readonly hasConflict: boolean;
}

/**
 * Applies the change from `base` to `theirs` to `ours`.
 *
 * @param wholeWinner which file wins if one of them has no lines
 */
export function mergeContents(
  base: Content,
  ours: Content,
  theirs: Content,
  winner: Winner,
  wholeWinner: Winner = winner,
): MergedContent {
  if (isSame(base, ours) || isSame(ours, theirs)) return { content: theirs, hasConflict: false };
  if (isSame(base, theirs)) return { content: ours, hasConflict: false };
  if ([base, ours, theirs].some(isOpaque))
    return { content: wholeWinner === "ours" ? ours : theirs, hasConflict: true };
  const { lines, hasConflict } = merge3(linesOf(base), linesOf(ours), linesOf(theirs), winner);
  const text = lines.join("");
  const isGone = text === "" && (ours === undefined || theirs === undefined);
  return { content: isGone ? undefined : { mode: mergedMode(base, ours, theirs), text }, hasConflict };
}
