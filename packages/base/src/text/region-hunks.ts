/**
 * Compares texts with too many edits for one search. Lines that occur once in both texts split them into regions, which
 * are compared on their own. A region without such lines is compared in windows: each is a short search that continues
 * where the last one got furthest. Only what has little in common in its window becomes one coarse hunk.
 */
import { type Hunk, LineEdits } from "./line-edits.js";

/** Edits in a window. The time of a comparison is the number of lines times this. */
const windowEdits = 128;
/** Regions inside regions. Each level counts all lines once. */
const maxDepth = 4;

/** A line of the old text and the same line of the new one. */
interface Anchor {
  readonly old: number;
  readonly new: number;
}

/** Compares two texts whose lines are numbers. Equal lines have the same number. */
export function hunksByRegion(before: Int32Array, after: Int32Array): Hunk[] {
  const hunks: Hunk[] = [];
  addRegion(hunks, before, after, { old: 0, new: 0 }, 0);
  return hunks;
}

function addRegion(hunks: Hunk[], before: Int32Array, after: Int32Array, start: Anchor, depth: number): void {
  if (isOneSided(before, after)) {
    addHunk(hunks, wholeOf(before, after), start);
    return;
  }
  const anchors = depth < maxDepth ? findAnchors(before, after) : [];
  if (anchors.length === 0) {
    addWindows(hunks, before, after, start);
    return;
  }
  let from: Anchor = { old: 0, new: 0 };
  for (const anchor of [...anchors, { old: before.length, new: after.length }]) {
    const [old, young] = [before.subarray(from.old, anchor.old), after.subarray(from.new, anchor.new)];
    addRegion(hunks, old, young, { old: start.old + from.old, new: start.new + from.new }, depth + 1);
    from = { old: anchor.old + 1, new: anchor.new + 1 };
  }
}

function addWindows(hunks: Hunk[], before: Int32Array, after: Int32Array, start: Anchor): void {
  let [old, young, at] = [before, after, start];
  while (!isOneSided(old, young)) {
    const edits = new LineEdits(old, young);
    if (edits.find(windowEdits)) {
      addAll(hunks, edits.hunks(), at);
      return;
    }
    const reached = edits.furthest();
    const found = edits.hunks(reached);
    const [first, last] = [found[0], found.at(-1)];
    const isSimilar = reached.old + reached.new >= 2 * windowEdits;
    if (isSimilar) addAll(hunks, found, at);
    else if (first && last) {
      const { oldStart, newStart } = first;
      addHunk(hunks, { oldStart, newStart, oldEnd: last.oldEnd, newEnd: last.newEnd, isCoarse: true }, at);
    }
    [old, young] = [old.subarray(reached.old), young.subarray(reached.new)];
    at = { old: at.old + reached.old, new: at.new + reached.new };
  }
  addHunk(hunks, wholeOf(old, young), at);
}

function isOneSided(before: Int32Array, after: Int32Array): boolean {
  return before.length === 0 || after.length === 0;
}

function wholeOf(before: Int32Array, after: Int32Array): Hunk {
  return { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length };
}

function addAll(hunks: Hunk[], found: readonly Hunk[], start: Anchor): void {
  for (const hunk of found) addHunk(hunks, hunk, start);
}

/** Adds a hunk found at `start`. It joins the last one if nothing is between them. */
function addHunk(hunks: Hunk[], { oldStart, oldEnd, newStart, newEnd, isCoarse }: Hunk, start: Anchor): void {
  if (oldStart === oldEnd && newStart === newEnd) return;
  const last = hunks.at(-1);
  const isJoined = last?.oldEnd === oldStart + start.old && last.newEnd === newStart + start.new;
  if (isJoined) hunks.pop();
  hunks.push({
    oldStart: isJoined ? last.oldStart : oldStart + start.old,
    oldEnd: oldEnd + start.old,
    newStart: isJoined ? last.newStart : newStart + start.new,
    newEnd: newEnd + start.new,
    ...((isCoarse || (isJoined && last.isCoarse)) && { isCoarse: true }),
  });
}

/** Returns the longest list of lines that occur once in both texts, in the same order. */
function findAnchors(before: Int32Array, after: Int32Array): Anchor[] {
  const [inOld, inNew] = [linesOnce(before), linesOnce(after)];
  const shared: Anchor[] = [];
  for (const [line, old] of inOld) {
    const young = old === repeated ? undefined : inNew.get(line);
    if (young !== undefined && young !== repeated) shared.push({ old, new: young });
  }
  return longestRising(shared.sort((a, b) => a.old - b.old));
}

const repeated = -1;

/** Returns where each line is, or `repeated`. */
function linesOnce(lines: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  lines.forEach((line, index) => {
    places.set(line, places.has(line) ? repeated : index);
  });
  return places;
}

/** Returns the longest part whose places in the new text rise (patience sorting). */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  /** For each length, the index of the anchor that ends such a part earliest in the new text. */
  const ends: number[] = [];
  const previous = new Int32Array(anchors.length);
  for (const [index, anchor] of anchors.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[ends[middle] ?? 0]?.new ?? 0) < anchor.new) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? repeated) : repeated;
    ends[low] = index;
  }
  const rising: Anchor[] = [];
  for (let at = ends.at(-1) ?? repeated; at !== repeated; at = previous[at] ?? repeated) {
    const anchor = anchors[at];
    if (anchor) rising.push(anchor);
  }
  return rising.reverse();
}
