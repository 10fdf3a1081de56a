/** The rows of the list of changes. Neovim only draws them, because a turn can have thousands of files. */
import { basename, relative, sep } from "node:path";
import type { ChangeList, FileChange, Turn, UndoneChange } from "@tandem-ide/changes/model";

/** With more files than this, they are grouped by folder. */
const maxFiles = 500;
/** The number of undone changes to show. */
const maxUndone = 5;

export interface ChangeRow {
  /** Identifies the row while the list changes. */
  readonly id: string;
  readonly kind: "turn" | "folder" | "file" | "more" | "undone" | "problem";
  readonly depth: number;
  readonly text: string;
  /** Whether the rows below it are shown; undefined if it has none. */
  readonly isOpen?: boolean;
  readonly turn?: string;
  /** Absolute. */
  readonly path?: string;
  /** What to restore. */
  readonly undone?: string;
  /** In ms since 1970. */
  readonly at?: number;
  readonly files?: number;
  readonly added?: number;
  readonly removed?: number;
  /** Further details. */
  readonly note?: string;
}

const slashes = (path: string) => (sep === "/" ? path : path.replaceAll(sep, "/"));

function sum(files: readonly FileChange[]): { files: number; added: number; removed: number } {
  const total = { files: files.length, added: 0, removed: 0 };
  for (const { added, removed } of files) {
    total.added += added;
    total.removed += removed;
  }
  return total;
}

function noteOf({ kind, oldPath, hasUserEdits, isOpaque, whyNotUndoable }: FileChange, { folder }: Turn): string {
  const renamed = oldPath === undefined ? "renamed" : `renamed from ${slashes(relative(folder, oldPath))}`;
  const parts = [
    kind === "changed" ? undefined : kind === "renamed" ? renamed : kind,
    isOpaque ? "no text to show" : undefined,
    hasUserEdits ? "with your edits" : undefined,
    whyNotUndoable,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

function fileRow(turn: Turn, file: FileChange, parent: string, depth: number): ChangeRow {
  const { path, added, removed } = file;
  const note = noteOf(file, turn);
  const row = { id: `file:${turn.id}:${path}`, kind: "file", depth, turn: turn.id, path, added, removed } as const;
  return { ...row, text: slashes(relative(parent, path)), ...(note !== "" && { note }) };
}

/** A folder inside the parent, and the files below it. */
function byFolder(files: readonly FileChange[], parent: string): Map<string, FileChange[]> {
  const folders = new Map<string, FileChange[]>();
  for (const file of files) {
    const [first = "", ...rest] = relative(parent, file.path).split(sep);
    const folder = rest.length === 0 ? "" : first;
    const inside = folders.get(folder);
    if (inside) inside.push(file);
    else folders.set(folder, [file]);
  }
  return folders;
}

function* fileRows(
  turn: Turn,
  files: readonly FileChange[],
  parent: string,
  depth: number,
  toggled: ReadonlySet<string>,
): Generator<ChangeRow> {
  if (files.length <= maxFiles) {
    for (const file of files) yield fileRow(turn, file, parent, depth);
    return;
  }
  for (const [name, inside] of byFolder(files, parent)) {
    if (name === "") {
      for (const file of inside.slice(0, maxFiles)) yield fileRow(turn, file, parent, depth);
      const rest = inside.length - maxFiles;
      const id = `more:${turn.id}:${parent}`;
      if (rest > 0) yield { id, kind: "more", depth, text: `and ${rest} more files`, turn: turn.id };
      continue;
    }
    const path = `${parent}${parent.endsWith(sep) ? "" : sep}${name}`;
    const id = `folder:${turn.id}:${path}`;
    const isOpen = toggled.has(id);
    yield { id, kind: "folder", depth, text: `${name}/`, isOpen, turn: turn.id, path, ...sum(inside) };
    if (isOpen) yield* fileRows(turn, inside, path, depth + 1, toggled);
  }
}

function titleOf({ kind, operation, agents }: Turn): string {
  if (kind === "git") return `git: ${operation ?? "operation"}`;
  const [first, ...others] = new Set(agents);
  if (first === undefined) return "outside your editors";
  return others.length === 0
    ? `while ${first} was connected`
    : `while ${[first, ...others].join(" and ")} were connected`;
}

function* turnRows(turn: Turn, hasSeveralFolders: boolean, toggled: ReadonlySet<string>): Generator<ChangeRow> {
  const { id: turnId, kind, folder, startedAt, files } = turn;
  const id = `turn:${turnId}`;
  // The files of a git operation can't be undone one by one, so they start collapsed.
  const isOpen = (kind === "turn") !== toggled.has(id);
  const text = titleOf(turn);
  const note = hasSeveralFolders ? { note: basename(folder) } : {};
  yield { id, kind: "turn", depth: 0, text, isOpen, turn: turnId, at: startedAt, ...sum(files), ...note };
  if (isOpen) yield* fileRows(turn, files, folder, 1, toggled);
}

function undoneRow({ id, at, folder, paths }: UndoneChange): ChangeRow {
  const names = paths.slice(0, 3).map((path) => slashes(relative(folder, path)));
  const more = paths.length > names.length ? ` and ${paths.length - names.length} more` : "";
  return { id: `undone:${id}`, kind: "undone", depth: 0, text: `undone: ${names.join(", ")}${more}`, at, undone: id };
}

/**
 * Returns the rows to show. Turns are expanded and folders collapsed, unless `toggled` contains the row's id.
 *
 * @example
 * changeRows(changes.list, new Set())
 */
export function changeRows({ turns, undone, problems }: ChangeList, toggled: ReadonlySet<string>): ChangeRow[] {
  const hasSeveralFolders = new Set(turns.map(({ folder }) => folder)).size > 1;
  return [
    ...problems.map(
      ({ folder, message }): ChangeRow => ({ id: `problem:${folder}`, kind: "problem", depth: 0, text: message }),
    ),
    ...turns.flatMap((turn) => [...turnRows(turn, hasSeveralFolders, toggled)]),
    ...undone.slice(0, maxUndone).map(undoneRow),
  ];
}
