import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

/** Returns a count that changes with the source, but at most every `ms`. */
export function useThrottled(source: ReadonlySignal<unknown>, ms: number): number {
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
