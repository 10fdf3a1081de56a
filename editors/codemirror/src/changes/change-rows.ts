/** The list of changes as rows, for any interface. Pure. */
import type { FileChange, UndoneChange } from "@tandem-ide/changes/model";
import type { ChangedFolder, ListedChanges, ListedTurn } from "@tandem-ide/changes/remote";

interface RowPlace {
  /** Stays the same while the list changes. */
  readonly key: string;
  /** From 1. */
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

/** Rows that can be expanded have `isExpanded`. */
export type ChangeRow = RowPlace &
  (
    | { readonly kind: "turn"; readonly turn: ListedTurn; readonly isExpanded: boolean }
    | {
        readonly kind: "folder";
        readonly turn: ListedTurn;
        readonly folder: ChangedFolder;
        readonly isExpanded: boolean;
      }
    | { readonly kind: "file"; readonly turn: ListedTurn; readonly file: FileChange }
    | { readonly kind: "undone-list"; readonly count: number; readonly isExpanded: boolean }
    | { readonly kind: "undone"; readonly undone: UndoneChange }
  );

export interface ChangeRowsState {
  /** Keys of the rows that the user expanded or collapsed. Turns are expanded by default, other rows aren't. */
  readonly toggled: ReadonlySet<string>;
  /** The known files of folders, by the folder's key. */
  readonly folderFiles: ReadonlyMap<string, readonly FileChange[]>;
}

export function folderKey(turn: string, folder: string): string {
  return `folder ${turn} ${folder}`;
}

export function fileKey(turn: string, path: string): string {
  return `file ${turn} ${path}`;
}

/**
 * Returns the visible rows: turns with their files or folders, then what was undone.
 *
 * @example
 * const rows = changeRows(listed, { toggled: new Set(), folderFiles: new Map() });
 */
export function changeRows({ turns, undone }: ListedChanges, { toggled, folderFiles }: ChangeRowsState): ChangeRow[] {
  const rows: ChangeRow[] = [];
  const top = turns.length + (undone.length > 0 ? 1 : 0);
  const addFiles = (turn: ListedTurn, files: readonly FileChange[], level: number) => {
    for (const [index, file] of files.entries()) {
      const place = { key: fileKey(turn.id, file.path), level, position: index + 1, siblings: files.length };
      rows.push({ ...place, kind: "file", turn, file });
    }
  };
  for (const [index, turn] of turns.entries()) {
    const key = `turn ${turn.id}`;
    // The files of a checkout are rarely of interest.
    const isExpanded = (turn.kind === "turn") !== toggled.has(key);
    rows.push({ key, level: 1, position: index + 1, siblings: top, kind: "turn", turn, isExpanded });
    if (!isExpanded) continue;
    addFiles(turn, turn.files ?? [], 2);
    for (const [at, folder] of (turn.folders ?? []).entries()) {
      const own = folderKey(turn.id, folder.path);
      const place = { key: own, level: 2, position: at + 1, siblings: turn.folders?.length ?? 0 };
      rows.push({ ...place, kind: "folder", turn, folder, isExpanded: toggled.has(own) });
      if (toggled.has(own)) addFiles(turn, folderFiles.get(own) ?? [], 3);
    }
  }
  if (undone.length === 0) return rows;
  const isExpanded = toggled.has("undone");
  const place = { key: "undone", level: 1, position: top, siblings: top };
  rows.push({ ...place, kind: "undone-list", count: undone.length, isExpanded });
  if (isExpanded)
    for (const [index, each] of undone.entries()) {
      const own = { key: `undone ${each.id}`, level: 2, position: index + 1, siblings: undone.length };
      rows.push({ ...own, kind: "undone", undone: each });
    }
  return rows;
}

const kinds = { created: "created", changed: "changed", deleted: "deleted", renamed: "renamed" } as const;

/**
 * Describes a changed file for tooltips and screen readers.
 *
 * @example
 * describeFile(file) // "changed, 3 lines added, 1 line removed"
 */
export function describeFile({ kind, added, removed, hasUserEdits, whyNotUndoable, isOpaque }: FileChange): string {
  const lines = (count: number, what: string) =>
    count === 0 ? [] : [`${count} line${count === 1 ? "" : "s"} ${what}`];
  return [
    kinds[kind],
    ...(isOpaque ? [] : [...lines(added, "added"), ...lines(removed, "removed")]),
    ...(hasUserEdits ? ["you edited the same lines"] : []),
    ...(whyNotUndoable === undefined ? [] : [whyNotUndoable]),
  ].join(", ");
}

/**
 * Returns the time of a turn: only the time of day if it is today.
 *
 * @example
 * timeLabel(turn.startedAt, Date.now()) // "14:03"
 */
export function timeLabel(time: number, now: number): string {
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return new Date(time).toLocaleString(undefined, isToday ? clock : { day: "numeric", month: "short", ...clock });
}

/** Returns who was connected during a turn. The list never says that an agent made a change, because that isn't known. */
export function agentsLabel(agents: readonly string[]): string {
  const [last, ...others] = [...agents].reverse();
  if (last === undefined) return "no agent connected";
  return `${others.length > 0 ? `${others.reverse().join(", ")} and ${last}` : last} connected`;
}

/** Describes a turn for tooltips and screen readers. */
export function describeTurn({ kind, startedAt, agents, operation, fileCount }: ListedTurn, now: number): string {
  const files = `${fileCount} file${fileCount === 1 ? "" : "s"}`;
  const time = timeLabel(startedAt, now);
  if (kind === "git") return `${time}, git: ${operation ?? "unknown operation"}, ${files}`;
  return `${time}, ${files} changed outside your editors, ${agentsLabel(agents)}`;
}
