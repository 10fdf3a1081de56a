/**
 * How much higher each hunk is in the base than in the result. Hunks on screen are measured. For the others this keeps the
 * last measurement or counts lines. The editors' own estimates would never settle, because they change with the spacers
 * that are added for them.
 */
import type { Comparison } from "./comparison.js";

type Hunk = Comparison["hunks"][number];

/** Whether two hunks have the same lines, moved by `newShift` in the result. */
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

/** The height differences of one pair of editors. */
export class HunkLevels {
  #comparison: Comparison | undefined;
  #levels: (number | undefined)[] = [];

  /** Replaces the hunks. Keeps the measurements of hunks above and below an edit. */
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

  set(index: number, level: number): void {
    this.#levels[index] = level;
  }

  /** Returns the last measurement, or an estimate by lines. */
  of(index: number, lineHeight: number): number {
    const hunk = this.#comparison?.hunks[index];
    if (!hunk) return 0;
    const lines = hunk.oldEnd - hunk.oldStart - (hunk.newEnd - hunk.newStart);
    return this.#levels[index] ?? lines * lineHeight;
  }
}
