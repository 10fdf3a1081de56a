/** Says what is being looked at, once that takes longer than a second, and only to somebody at a terminal. */
import type { Output } from "../output.js";
import { cutTo } from "../table.js";

const patienceMs = 1000;
const clearLine = "\r\u001b[K";

export interface Progress {
  tell(busyWith: readonly string[]): void;
  end(): void;
}

export function showProgress(err: Output): Progress {
  if (!err.isTerminal) return { tell: () => {}, end: () => {} };
  let latest: readonly string[] = [];
  let isShown = false;
  const show = () => {
    if (latest.length > 0) err.write(clearLine + cutTo(`Looking at ${latest.join(", ")} …`, err.columns - 1, "end"));
  };
  const timer = setTimeout(() => {
    isShown = true;
    show();
  }, patienceMs);
  return {
    tell: (busyWith) => {
      latest = busyWith;
      if (isShown) show();
    },
    end: () => {
      clearTimeout(timer);
      if (isShown) err.write(clearLine);
    },
  };
}
