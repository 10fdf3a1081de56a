/**
 * Finds the shortest line edit script between two texts (Myers' greedy algorithm). The time grows with the square of the
 * edits, so lines and paths are represented as numbers to keep each step cheap.
 */

/** Lines `oldStart` to `oldEnd` (from 0, end exclusive) of the old text became `newStart` to `newEnd` of the new one. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  /** True if comparing further would take too long, so the hunk may include lines that are equal in both texts. */
  readonly isCoarse?: boolean | undefined;
}

/**
 * How far the paths reach with one more edit than in the previous step. Diagonal `k` has `k` more removed than added lines.
 * `ends` stores the number of old lines passed, or `nowhere`, for the diagonals `low`, `low + 2`, … It has an extra
 * `nowhere` at both ends, which is cheaper than a bounds check.
 */
interface Step {
  readonly low: number;
  readonly ends: Int32Array;
}

const nowhere = -1;

function endOn({ low, ends }: Step, diagonal: number): number {
  return ends[((diagonal - low) >> 1) + 1] ?? nowhere;
}

/** Gives equal lines the same number in all texts. */
export function numberLines(texts: readonly (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>();
  return texts.map((lines) => {
    const numbered = new Int32Array(lines.length);
    // A plain loop, because half the time of a comparison is spent here.
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] ?? "";
      const number = numbers.get(line) ?? numbers.size;
      if (number === numbers.size) numbers.set(line, number);
      numbered[index] = number;
    }
    return numbered;
  });
}

export class LineEdits {
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #steps: Step[] = [];
  /** Once a path has reached the end of one text, the diagonals beyond it are no longer needed. */
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;

  constructor(before: Int32Array, after: Int32Array) {
    this.#before = before;
    this.#after = after;
  }

  /** Returns false if more than `maxEdits` edits are needed. */
  find(maxEdits: number): boolean {
    for (let edits = 0; edits <= maxEdits; edits++) if (this.#step(edits)) return true;
    return false;
  }

  /** Returns how many old lines the path to this diagonal has passed after its last edit. */
  #edited(last: Step, diagonal: number): number {
    const removing = endOn(last, diagonal - 1);
    const adding = endOn(last, diagonal + 1);
    const canAdd = adding !== nowhere && adding - diagonal <= this.#after.length;
    const canRemove = removing !== nowhere && removing < this.#before.length;
    if (!canRemove) return canAdd ? adding : nowhere;
    return canAdd && removing < adding ? adding : removing + 1;
  }

  /** Returns true if a path has reached the end of both texts. */
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

  /** Returns how many lines the path that got furthest has passed, after a search that failed. */
  furthest(): { readonly old: number; readonly new: number } {
    const { low, ends } = this.#steps.at(-1) ?? { low: 0, ends: new Int32Array() };
    let best = { old: 0, new: 0 };
    ends.forEach((old, index) => {
      const young = old - low - 2 * (index - 1);
      if (old !== nowhere && old + young > best.old + best.new) best = { old, new: young };
    });
    return best;
  }

  /** Walks the path from its end, or from where a failed search got. Adjacent edits form one hunk. */
  hunks(reached = { old: this.#before.length, new: this.#after.length }): Hunk[] {
    const hunks: Hunk[] = [];
    let [oldLine, newLine] = [reached.old, reached.new];
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
