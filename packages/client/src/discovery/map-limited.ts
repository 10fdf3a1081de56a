/** Limits concurrency so the process doesn't run out of files and sockets. */
import pLimit from "p-limit";

/** Well below the 256 open files that some systems allow, and enough that one slow port doesn't delay the rest. */
export const atOnce = 64;

/** Like `Promise.all` over `map`, with at most {@link atOnce} tasks at a time. */
export function mapLimited<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(atOnce);
  return Promise.all(items.map((item) => limit(() => task(item))));
}
