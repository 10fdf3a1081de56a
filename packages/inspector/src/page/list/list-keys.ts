/** Returns the index that a key selects, starting at `at` (-1 for none), or undefined for other keys. */
export function indexAfterKey(key: string, at: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? count - 1 : at - 1,
    PageDown: at + page,
    PageUp: at < 0 ? 0 : at - page,
    Home: 0,
    End: count - 1,
  };
  const wanted = steps[key];
  if (wanted === undefined || count === 0) return undefined;
  return Math.min(count - 1, Math.max(0, wanted));
}
