/** A compact form of a review for sending, for example between a page and its host. Lines found in the texts are left out. */
import { type HunkState, type ReviewState, sameLines } from "./review-model.js";

/** `proposed` and `wanted` are left out if they equal the hunk's lines in the result, and null if undefined. */
export interface PackedHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  /** Number of lines in the result. */
  readonly count: number;
  readonly isAccepted: boolean;
  readonly isCoarse?: boolean | undefined;
  readonly proposed?: readonly string[] | null | undefined;
  readonly wanted?: readonly string[] | null | undefined;
}

/** Together with the proposal's two texts, this is a complete {@link ReviewState}. */
export interface PackedReview {
  /** Left out while it equals the proposed text. */
  readonly result?: string | undefined;
  readonly hunks: readonly PackedHunk[];
}

/**
 * @example
 * send(packReview(review)); // The receiver calls unpackReview(base, proposed, received).
 */
export function packReview({ proposed, result, hunks }: ReviewState): PackedReview {
  return {
    ...(result !== proposed && { result }),
    hunks: hunks.map((hunk) => ({
      oldStart: hunk.oldStart,
      oldEnd: hunk.oldEnd,
      count: hunk.lines.length,
      isAccepted: hunk.isAccepted,
      ...(hunk.isCoarse && { isCoarse: true }),
      ...packLines("proposed", hunk.proposed, hunk.lines),
      ...packLines("wanted", hunk.wanted, hunk.lines),
    })),
  };
}

function packLines(name: "proposed" | "wanted", lines: readonly string[] | undefined, own: readonly string[]) {
  if (lines && sameLines(lines, own)) return {};
  return { [name]: lines ?? null };
}

/** Returns undefined if the hunks don't turn the base into the result, which is the sender's mistake. */
export function unpackReview(base: string, proposed: string, packed: PackedReview): ReviewState | undefined {
  const result = packed.result ?? proposed;
  const baseLines = base.split("\n");
  const after = result.split("\n");
  const isSame = (old: number, now: number, count: number) => {
    for (let line = 0; line < count; line++) if (baseLines[old + line] !== after[now + line]) return false;
    return count >= 0;
  };
  const hunks: HunkState[] = [];
  let [old, now] = [0, 0];
  for (const { oldStart, oldEnd, count, isAccepted, isCoarse, ...packedLines } of packed.hunks) {
    if (!isSame(old, now, oldStart - old) || oldEnd < oldStart || oldEnd > baseLines.length) return undefined;
    now += oldStart - old;
    const lines = after.slice(now, now + count);
    if (lines.length !== count) return undefined;
    const linesOf = (given: readonly string[] | null | undefined) =>
      given === undefined ? lines : (given ?? undefined);
    const [wasProposed, wanted] = [linesOf(packedLines.proposed), linesOf(packedLines.wanted)];
    hunks.push({ oldStart, oldEnd, lines, proposed: wasProposed, wanted, isAccepted, ...(isCoarse && { isCoarse }) });
    [old, now] = [oldEnd, now + count];
  }
  const rest = baseLines.length - old;
  // An empty text splits into one line, but with all lines removed there are none.
  const isWhole = rest === after.length - now || (rest === 0 && now === 0 && result === "");
  return isWhole && isSame(old, now, rest) ? { base, proposed, result, baseLines, hunks } : undefined;
}
