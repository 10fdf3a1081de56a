/** The list of changes as it is sent to an interface in another process or a page. Plain data without Node. */
import type { ChangeList, FileChange, RecordingProblem, Turn, UndoneChange } from "./model.js";

/** A turn with more files than this lists folders instead. */
const maxListedFiles = 500;

/** A folder of a turn with many files. */
export interface ChangedFolder {
  /** Absolute. */
  readonly path: string;
  readonly fileCount: number;
  readonly added: number;
  readonly removed: number;
}

/** A turn with either its files or, if there are more than 500, their folders. */
export interface ListedTurn extends Omit<Turn, "files"> {
  readonly fileCount: number;
  readonly added: number;
  readonly removed: number;
  readonly files?: readonly FileChange[];
  readonly folders?: readonly ChangedFolder[];
}

/** A `ChangeList` that is small enough to send after each change. */
export interface ListedChanges {
  /** Newest first. */
  readonly turns: readonly ListedTurn[];
  /** Newest first. */
  readonly undone: readonly UndoneChange[];
  readonly problems: readonly RecordingProblem[];
}

/**
 * Returns the list in the form that is sent. `separator` is the path separator.
 *
 * @example
 * changes.onChanged(() => page.send("changes", listChanges(changes.list, sep)));
 */
export function listChanges({ turns, undone, problems }: ChangeList, separator: string): ListedChanges {
  return { turns: turns.map((turn) => listTurn(turn, separator)), undone, problems };
}

/**
 * Returns the files of a listed folder.
 *
 * @example
 * filesOfFolder(changes.list, { turn: turn.id, folder: folder.path }, sep);
 */
export function filesOfFolder(
  { turns }: ChangeList,
  { turn, folder }: { readonly turn: string; readonly folder: string },
  separator: string,
): readonly FileChange[] {
  const found = turns.find(({ id }) => id === turn);
  return (found && groupByFolder(found, separator).get(folder)) ?? [];
}

function listTurn({ files, ...turn }: Turn, separator: string): ListedTurn {
  const listed = { ...turn, fileCount: files.length, ...sumLines(files) };
  if (files.length <= maxListedFiles) return { ...listed, files };
  const folders = [...groupByFolder({ ...turn, files }, separator)].map(
    ([path, inside]): ChangedFolder => ({ path, fileCount: inside.length, ...sumLines(inside) }),
  );
  return { ...listed, folders };
}

function sumLines(files: readonly FileChange[]): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const file of files) [added, removed] = [added + file.added, removed + file.removed];
  return { added, removed };
}

/** Groups files by their folders. Folders are merged into their parents until there are few enough. */
function groupByFolder({ folder, files }: Turn, separator: string): Map<string, FileChange[]> {
  const root = folder.endsWith(separator) ? folder.slice(0, -1) : folder;
  const folders = files.map(({ path }) =>
    path
      .slice(root.length + 1)
      .split(separator)
      .slice(0, -1),
  );
  let depth = Math.max(0, ...new Set(folders.map(({ length }) => length)));
  const pathAt = (index: number) => [root, ...(folders[index] ?? []).slice(0, depth)].join(separator);
  while (depth > 0 && new Set(files.map((_file, index) => pathAt(index))).size > maxListedFiles) depth--;
  const groups = new Map<string, FileChange[]>();
  for (const [index, file] of files.entries()) {
    const path = pathAt(index);
    const group = groups.get(path);
    if (group) group.push(file);
    else groups.set(path, [file]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
