/** Draws again after changes, but not for each of many in a row. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

/** Counts the times that it is to be drawn again: at most every `ms`, and always after the last change. */
export function useSlowly(source: ReadonlySignal<unknown>, ms: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = source.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setCount((before) => before + 1);
      }, ms);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [source, ms]);
  return count;
}
