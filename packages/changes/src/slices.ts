import { setImmediate as nextTurn } from "node:timers/promises";

/** How long the editor's main thread may be busy at a time. */
const sliceMs = 8;

/** How many files are read from the store at a time. */
const chunkSize = 64;

export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += chunkSize) yield items.slice(at, at + chunkSize);
}

/** Iterates over items, and lets other work run in between. */
export async function* slices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let start = performance.now();
  for (const item of items) {
    if (performance.now() - start > sliceMs) {
      await nextTurn();
      start = performance.now();
    }
    yield item;
  }
}
