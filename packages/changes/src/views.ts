/** One file's change in a turn, with its texts: to show it, and to decide on it. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type ContentChain, changeOf, hunksSince, userEdits } from "./chain.js";
import { decode } from "./claims.js";
import { type Content, isOpaque } from "./content.js";
import { Contents } from "./contents.js";
import type { FolderChanges } from "./folder-changes.js";
import { kindOf, whyNotUndoable } from "./list.js";
import type { OpenChange } from "./model.js";
import { findRenames } from "./renames.js";
import type { State } from "./state.js";

export interface FileView {
  /** Relative to the folder. */
  readonly path: string;
  /** Where a renamed file was before. */
  readonly source: string | undefined;
  readonly turn: string;
  /** For a renamed file, the only link belongs to its old path. */
  readonly chain: ContentChain;
  readonly before: Content;
  /** Identifies what the user sees. */
  readonly version: string;
  readonly whyNot: string | undefined;
}

/** Returns the view of a file, or undefined if the turn didn't change it. */
export async function viewOf(
  state: State,
  turn: string,
  path: string,
  contents: Contents,
): Promise<FileView | undefined> {
  const renames = await findRenames(state, turn, contents);
  const renamedTo = [...renames].find(([, old]) => old === path)?.[0];
  return await viewWith(state, turn, renamedTo ?? path, renames, contents);
}

export async function viewWith(
  state: State,
  turn: string,
  path: string,
  renames: ReadonlyMap<string, string>,
  contents: Contents,
): Promise<FileView | undefined> {
  const source = renames.get(path);
  const stored = state.files.get(path);
  const from = source === undefined ? stored : state.files.get(source);
  const links = from?.links.filter((link) => source === undefined || link.turn === turn);
  const link = links?.find((each) => each.turn === turn);
  if (!stored || !links || !link) return undefined;
  const whyNot = whyNotUndoable(stored, link.before, changeOf(stored, turn)?.after ?? null);
  const chain = await contents.loadChain({ links, now: stored.now });
  const facts = JSON.stringify([turn, path, source, link.before, link.mine, stored.now]);
  const version = createHash("sha256").update(facts).digest("hex").slice(0, 32);
  const before = chain.links.find((each) => each.turn === turn)?.before;
  return { path, source, turn, chain, before, version, whyNot };
}

/** Opens a file's change in a turn. */
export async function openChange(
  changes: FolderChanges,
  turn: string,
  path: string,
): Promise<OpenChange | { readonly whyNot: string }> {
  const view = await viewOf(changes.state, turn, changes.toName(path), new Contents(changes.store));
  return view ? openView(changes.folder, view) : { whyNot: "This file no longer has any changes" };
}

/** Returns a file's bytes before a turn, or undefined if the turn didn't change it. */
export async function bytesBefore(changes: FolderChanges, turn: string, path: string): Promise<Uint8Array | undefined> {
  const view = await viewOf(changes.state, turn, changes.toName(path), new Contents(changes.store));
  return view && Buffer.from(view.before?.text ?? "", "latin1");
}

/** Returns what an editor shows, or why there is nothing to show. */
function openView(folder: string, view: FileView): OpenChange | { readonly whyNot: string } {
  const { path, source, turn, chain, before, version, whyNot } = view;
  if (whyNot !== undefined) return { whyNot };
  if (isOpaque(before) || isOpaque(chain.now)) return { whyNot: "It has no text to compare" };
  const hunks = hunksSince(chain, turn);
  const edited = userEdits(chain, turn, hunks);
  return {
    turn,
    path: join(folder, path),
    kind: source === undefined ? kindOf(before, chain.now) : "renamed",
    before: decode(before?.text ?? ""),
    after: decode(chain.now?.text ?? ""),
    hunks: hunks.map((hunk, index) => ({ ...hunk, hasUserEdits: edited[index] ?? false })),
    version,
  };
}
