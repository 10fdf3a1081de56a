/** Flattens the tree to a list of rows. Pure. */
import type { Folder, TreeEntry } from "../../messages.js";

export interface TreeRow {
  readonly path: string;
  readonly name: string;
  /** From 1. */
  readonly level: number;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  readonly isRoot: boolean;
  readonly isExpanded: boolean;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  readonly hidden?: string;
}

interface TreeContents {
  readonly folders: readonly Folder[];
  /** The entries of each listed folder. */
  readonly entries: ReadonlyMap<string, readonly TreeEntry[]>;
  readonly expanded: ReadonlySet<string>;
}

export function flattenTree({ folders, entries, expanded }: TreeContents): TreeRow[] {
  const rows: TreeRow[] = [];
  const addAll = (children: readonly TreeEntry[], level: number, isRoot: boolean) => {
    for (const [index, entry] of children.entries()) {
      const isExpanded = entry.isFolder && expanded.has(entry.path);
      rows.push({ ...entry, level, isRoot, isExpanded, position: index + 1, siblings: children.length });
      if (isExpanded) addAll(entries.get(entry.path) ?? [], level + 1, false);
    }
  };
  addAll(
    folders.map(({ path, name }) => ({ path, name, isFolder: true, isLink: false })),
    1,
    true,
  );
  return rows;
}

/** Returns the index of the folder that contains a row. */
export function parentRow(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  return rows.findLastIndex((row, at) => at < index && row.level < level);
}

/** Finds the next row that starts with the typed text, wrapping around. Repeating one letter goes through all its rows. */
export function typeAhead(rows: readonly TreeRow[], from: number, typed: string): number {
  const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0]);
  const wanted = (isRepeated ? typed.slice(0, 1) : typed).toLowerCase();
  const start = typed.length === 1 || isRepeated ? from + 1 : from;
  for (let step = 0; step < rows.length; step++) {
    const at = (start + step) % rows.length;
    if (rows[at]?.name.toLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
