/** Does many things at once, but not so many that the process runs out of files and sockets. */
import pLimit from "p-limit";

/** Far below the 256 open files that some systems allow, and enough to keep one slow port from holding up the rest. */
export const atOnce = 64;

/** As `Promise.all` over `map`, with at most {@link atOnce} tasks under way. */
export function mapLimited<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(atOnce);
  return Promise.all(items.map((item) => limit(() => task(item))));
}
