/**
 * How much higher each hunk is in the base than in the result. What is on the screen is measured; of the rest this keeps what
 * was measured last, or counts lines. An editor's own guesses would not do: they change with the very space that is made
 * for them, and so would never come to rest.
 */
import type { Comparison } from "./comparison.js";

type Hunk = Comparison["hunks"][number];

/** The same lines on both sides, which may have moved by so many in the result. */
function isSame(a: Hunk | undefined, b: Hunk | undefined, newShift: number): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.oldStart === b.oldStart &&
    a.oldEnd === b.oldEnd &&
    a.newStart + newShift === b.newStart &&
    a.newEnd + newShift === b.newEnd
  );
}

/**
 * Of one pair of editors.
 *
 * @example
 * const levels = new HunkLevels();
 * levels.follow(comparison);
 * levels.set(0, 36);
 * levels.of(1, lineHeight);
 */
export class HunkLevels {
  #comparison: Comparison | undefined;
  #levels: (number | undefined)[] = [];

  /** The hunks are these now. Those above and below an edit are known still. */
  follow(comparison: Comparison): void {
    const before = this.#comparison;
    this.#comparison = comparison;
    if (!before || before.hunks === comparison.hunks) return;
    const [known, now] = [before.hunks, comparison.hunks];
    const shared = Math.min(known.length, now.length);
    let head = 0;
    while (head < shared && isSame(known[head], now[head], 0)) head++;
    const newShift = comparison.result.lines - before.result.lines;
    let tail = 0;
    while (tail < shared - head && isSame(known.at(-1 - tail), now.at(-1 - tail), newShift)) tail++;
    const levels: (number | undefined)[] = new Array(now.length).fill(undefined);
    for (let index = 0; index < head; index++) levels[index] = this.#levels[index];
    for (let index = 1; index <= tail; index++) levels[now.length - index] = this.#levels[known.length - index];
    this.#levels = levels;
  }

  /** It was measured. */
  set(index: number, level: number): void {
    this.#levels[index] = level;
  }

  /** As far as it is known; otherwise by its lines. */
  of(index: number, lineHeight: number): number {
    const hunk = this.#comparison?.hunks[index];
    if (!hunk) return 0;
    const lines = hunk.oldEnd - hunk.oldStart - (hunk.newEnd - hunk.newStart);
    return this.#levels[index] ?? lines * lineHeight;
  }
}
