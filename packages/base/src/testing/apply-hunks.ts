import type { Hunk } from "../text/index.js";

/**
 * Applies only the accepted hunks. The review model is tested against this.
 *
 * @example
 * const firstOnly = applyHunks(oldText, newText, hunks, (_hunk, index) => index === 0);
 */
export function applyHunks(
  oldText: string,
  newText: string,
  hunks: readonly Hunk[],
  isAccepted: (hunk: Hunk, index: number) => boolean,
): string {
  const before = oldText.split("\n");
  const after = newText.split("\n");
  const out: string[] = [];
  let line = 0;
  for (const [index, hunk] of hunks.entries()) {
    for (; line < hunk.oldStart; line++) out.push(before[line] ?? "");
    const [source, start, end] = isAccepted(hunk, index)
      ? [after, hunk.newStart, hunk.newEnd]
      : [before, hunk.oldStart, hunk.oldEnd];
    for (let i = start; i < end; i++) out.push(source[i] ?? "");
    line = hunk.oldEnd;
  }
  for (; line < before.length; line++) out.push(before[line] ?? "");
  return out.join("\n");
}
