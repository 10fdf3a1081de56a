/** Finds the files that a decision is about. */
import { basename, join } from "node:path";
import { hunksSince } from "./chain.js";
import type { Contents } from "./contents.js";
import type { ChangeOutcome, ChangeTarget } from "./model.js";
import { findRenames } from "./renames.js";
import { chunks } from "./slices.js";
import type { State, TurnRecord } from "./state.js";
import { type FileView, viewOf, viewWith } from "./views.js";

export const outdated: ChangeOutcome = {
  kind: "outdated",
  message: "The file has changed in the meantime. Check its changes again.",
};

export interface Target {
  readonly turn: TurnRecord;
  readonly views: readonly FileView[];
  /** The indexes of hunks in the only view, or undefined for whole files. */
  readonly hunks: ReadonlySet<number> | undefined;
}

/** Resolves a target, with its path relative to the folder. Returns undefined if its state is no longer what the user saw. */
export async function findTarget(
  state: State,
  target: ChangeTarget,
  path: string | undefined,
  contents: Contents,
): Promise<Target | undefined> {
  const turn = state.turns.find(({ id }) => id === target.turn);
  if (!turn) return undefined;
  if (path === undefined) return { turn, views: await viewsOf(state, turn.id, contents), hunks: undefined };
  const view = await viewOf(state, turn.id, path, contents);
  const isGit = turn.gitFiles?.some((file) => file.path === path) ?? false;
  if (!view) return isGit ? { turn, views: [], hunks: undefined } : undefined;
  if (target.hunks && !isShown(target.hunks, view)) return undefined;
  return { turn, views: [view], hunks: target.hunks && new Set(target.hunks.indexes) };
}

/** Returns true if a view has these hunks. Pages and scripts can pass any index. */
function isShown({ version, indexes }: NonNullable<ChangeTarget["hunks"]>, view: FileView): boolean {
  const hunks = hunksSince(view.chain, view.turn);
  return version === view.version && indexes.length > 0 && indexes.every((index) => hunks[index] !== undefined);
}

async function viewsOf(state: State, turn: string, contents: Contents): Promise<FileView[]> {
  const renames = await findRenames(state, turn, contents);
  const sources = new Set(renames.values());
  const views: FileView[] = [];
  const own = [...state.files].filter(([, { links }]) => links.some((link) => link.turn === turn));
  for (const chunk of chunks(own)) {
    await contents.prepareChains(chunk.map(([, chain]) => chain));
    for (const [path] of chunk) {
      const view = sources.has(path) ? undefined : await viewWith(state, turn, path, renames, contents);
      if (view) views.push(view);
    }
  }
  return views;
}

/** Names files in a message. */
export function nameFiles(paths: readonly string[]): string {
  const [first] = paths;
  return paths.length === 1 && first !== undefined ? basename(first) : `${paths.length} files`;
}

export function countChanges(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

/** All paths of views, with the old ones of renamed files. */
export function pathsOf(views: readonly FileView[], folder: string): string[] {
  return views
    .flatMap(({ path, source }) => [path, ...(source === undefined ? [] : [source])])
    .map((each) => join(folder, each));
}
