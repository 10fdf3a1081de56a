/** Names for cells that stay theirs while cells come, go and move, so that what is on the screen stays too. Pure. */

export interface KeyedCell {
  readonly key: string;
  readonly id: string | undefined;
  /** Its JSON. */
  readonly raw: string;
}

/** Gives each cell its key: its id's, or in files without ids that of the cell which it was before. */
export function keyCells(
  before: readonly KeyedCell[],
  cells: readonly Omit<KeyedCell, "key">[],
  newKey: () => string,
): readonly KeyedCell[] {
  const taken = new Set<string>();
  const keyed = cells.map((cell) => {
    const key = cell.id === undefined || taken.has(`id:${cell.id}`) ? undefined : `id:${cell.id}`;
    if (key !== undefined) taken.add(key);
    return { ...cell, key };
  });
  const kept = keysByPlace(
    before.filter(({ key }) => !key.startsWith("id:")),
    keyed.filter(({ key }) => key === undefined),
  );
  let next = 0;
  return keyed.map((cell) => ({ ...cell, key: cell.key ?? kept[next++] ?? newKey() }));
}

/** What is alike at the start and at the end is the same; between, equal ones, and as many as before one for one. */
function keysByPlace(before: readonly KeyedCell[], cells: readonly { readonly raw: string }[]): (string | undefined)[] {
  const shorter = Math.min(before.length, cells.length);
  let start = 0;
  while (start < shorter && before[start]?.raw === cells[start]?.raw) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end)?.raw === cells.at(-1 - end)?.raw) end++;
  const old = before.slice(start, before.length - end);
  const middle = cells.slice(start, cells.length - end);
  const free = new Map(old.map((cell, index) => [index, cell]));
  const take = (index: number | undefined) => {
    if (index === undefined) return undefined;
    const { key } = free.get(index) ?? {};
    free.delete(index);
    return key;
  };
  const same = middle.map(({ raw }) => take([...free.keys()].find((index) => old[index]?.raw === raw)));
  const keys = same.map((key, index) => key ?? (old.length === middle.length ? take(index) : undefined));
  return [
    ...before.slice(0, start).map(({ key }) => key),
    ...keys,
    ...before.slice(before.length - end).map(({ key }) => key),
  ];
}
