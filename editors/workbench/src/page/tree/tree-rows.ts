/** The tree as the flat list of rows that is on the screen. Pure. */
import type { Folder, TreeEntry } from "../../messages.js";

/** One row. */
export interface TreeRow {
  readonly path: string;
  readonly name: string;
  /** From 1, as screen readers count. */
  readonly level: number;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  readonly isRoot: boolean;
  readonly isExpanded: boolean;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  readonly withheld?: string;
}

/** What the rows are made of. */
export interface TreeContents {
  readonly folders: readonly Folder[];
  /** Of the folders that were listed. */
  readonly entries: ReadonlyMap<string, readonly TreeEntry[]>;
  readonly expanded: ReadonlySet<string>;
}

/** The rows, top down. */
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

/** The row of the folder that a row is in. */
export function parentRow(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  return rows.findLastIndex((row, at) => at < index && row.level < level);
}

/** The next row whose name starts with what was typed, around the end. One letter again and again steps on. */
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
