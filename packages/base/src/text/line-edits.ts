/**
 * The fewest lines that must go and come to make one text of another (Myers' greedy algorithm). Lines are compared as
 * numbers and paths are kept as numbers: the time grows with the square of the edits, so each step has to be cheap.
 */

/** Lines `oldStart` to `oldEnd` (exclusive) of the old text become `newStart` to `newEnd` of the new one. From 0. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * How far the paths with one more edit than those before come. Diagonal `k` is where `k` more lines went than came; of
 * the diagonals `low`, `low + 2`, … this has how many old lines are behind, or `nowhere`. It has one more `nowhere` at
 * either end: that is cheaper than asking whether a diagonal is among them.
 */
interface Step {
  readonly low: number;
  readonly ends: Int32Array;
}

const nowhere = -1;

function endOn({ low, ends }: Step, diagonal: number): number {
  return ends[((diagonal - low) >> 1) + 1] ?? nowhere;
}

/** The same number for the same line, whichever text it is in. */
function numberLines(texts: readonly (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>();
  return texts.map((lines) => {
    const numbered = new Int32Array(lines.length);
    // A plain loop: this is half of the time that a comparison takes.
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] ?? "";
      const number = numbers.get(line) ?? numbers.size;
      if (number === numbers.size) numbers.set(line, number);
      numbered[index] = number;
    }
    return numbered;
  });
}

class LineEdits {
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #steps: Step[] = [];
  /** A path that has reached the end of one text needs no diagonal beyond its own any more. */
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;

  constructor(before: Int32Array, after: Int32Array) {
    this.#before = before;
    this.#after = after;
  }

  /** False when more edits than this are needed. */
  find(maxEdits: number): boolean {
    for (let edits = 0; edits <= maxEdits; edits++) if (this.#step(edits)) return true;
    return false;
  }

  /** Where the path to this diagonal makes its last edit: how many old lines are behind it then. */
  #edited(last: Step, diagonal: number): number {
    const removing = endOn(last, diagonal - 1);
    const adding = endOn(last, diagonal + 1);
    const canAdd = adding !== nowhere && adding - diagonal <= this.#after.length;
    const canRemove = removing !== nowhere && removing < this.#before.length;
    if (!canRemove) return canAdd ? adding : nowhere;
    return canAdd && removing < adding ? adding : removing + 1;
  }

  /** True when a path has come to the end of both texts. */
  #step(edits: number): boolean {
    const [before, after] = [this.#before, this.#after];
    const [low, high] = [Math.max(this.#lowest, -edits), Math.min(this.#highest, edits)];
    const ends = new Int32Array(Math.max(0, (high - low) >> 1) + 3).fill(nowhere);
    const last = this.#steps.at(-1);
    this.#steps.push({ low, ends });
    for (let diagonal = low; diagonal <= high; diagonal += 2) {
      let end = last ? this.#edited(last, diagonal) : 0;
      if (end === nowhere) continue;
      while (end < before.length && end - diagonal < after.length && before[end] === after[end - diagonal]) end++;
      ends[((diagonal - low) >> 1) + 1] = end;
      const isOldDone = end >= before.length;
      const isNewDone = end - diagonal >= after.length;
      if (isOldDone && isNewDone) return true;
      if (isOldDone) this.#highest = Math.min(this.#highest, diagonal - 1);
      if (isNewDone) this.#lowest = Math.max(this.#lowest, diagonal + 1);
    }
    return false;
  }

  /** The way that was found, from its end. Edits that touch are one hunk. */
  hunks(): Hunk[] {
    const hunks: Hunk[] = [];
    let [oldLine, newLine] = [this.#before.length, this.#after.length];
    let open: { oldEnd: number; newEnd: number } | undefined;
    for (let edits = this.#steps.length - 1; edits > 0; edits--) {
      const last = this.#steps[edits - 1];
      if (!last) break;
      const diagonal = oldLine - newLine;
      const edited = this.#edited(last, diagonal);
      if (open && edited < oldLine) {
        hunks.push({ oldStart: oldLine, newStart: newLine, ...open });
        open = undefined;
      }
      open ??= { oldEnd: edited, newEnd: edited - diagonal };
      const isAdded = edited === endOn(last, diagonal + 1);
      [oldLine, newLine] = isAdded ? [edited, edited - diagonal - 1] : [edited - 1, edited - diagonal];
    }
    if (open) hunks.push({ oldStart: oldLine, newStart: newLine, ...open });
    return hunks.reverse();
  }
}

/**
 * The hunks between two lists of lines, in order; undefined when more than `maxEdits` lines go and come.
 *
 * @example
 * hunksOfLines(["a", "b"], ["a", "c"], 10) // [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]
 */
export function hunksOfLines(
  before: readonly string[],
  after: readonly string[],
  maxEdits: number,
): Hunk[] | undefined {
  const [old = new Int32Array(), young = new Int32Array()] = numberLines([before, after]);
  const edits = new LineEdits(old, young);
  return edits.find(maxEdits) ? edits.hunks() : undefined;
}
