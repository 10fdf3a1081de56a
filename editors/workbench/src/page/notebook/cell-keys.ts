/** Gives cells stable keys, so that their elements are kept when cells are added, removed or moved. Pure. */

export interface KeyedCell {
  readonly key: string;
  readonly id: string | undefined;
  /** Its JSON. */
  readonly raw: string;
}

/** Uses a cell's id or, in files without ids, the key of the cell that it most likely was before. */
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
  const kept = matchKeys(
    before.filter(({ key }) => !key.startsWith("id:")),
    keyed.filter(({ key }) => key === undefined),
  );
  let next = 0;
  return keyed.map((cell) => ({ ...cell, key: cell.key ?? kept[next++] ?? newKey() }));
}

/** Matches equal cells at the start and end, then equal cells between, then the rest one by one if the count is the same. */
function matchKeys(before: readonly KeyedCell[], cells: readonly { readonly raw: string }[]): (string | undefined)[] {
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
