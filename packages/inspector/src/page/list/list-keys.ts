/** Where keys move the selection in a list. Pure. */

/** The place that a key leads to from `at` (-1 for none), or undefined when it is no key of the list. */
export function placeAfterKey(key: string, at: number, count: number, page: number): number | undefined {
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
