/**
 * The history of one file: its state before each turn that changed it, and its state now. Pure functions that return a new
 * chain. A turn's own change is from its `before` to the next link's `before`, or to `now` for the last link.
 */
import type { Hunk } from "@tandem-ide/base/text";
import { type Content, isOpaque, isSame, linesOf, mergeContents } from "./content.js";
import { hunksOf, withHunks, withoutHunks } from "./lines.js";
import type { Winner } from "./merge.js";

/** A turn, with the file's state before it. */
export interface Link<T> {
  readonly turn: string;
  readonly before: T;
  /** Like `before`, but with the user's lines where the user and an agent changed the same ones. */
  readonly mine: T;
}

/** Oldest first. */
export interface Chain<T> {
  readonly links: readonly Link<T>[];
  readonly now: T;
}

export type ContentChain = Chain<Content>;

/** Removes links that changed nothing. */
function normalised<T>({ links, now }: Chain<T>, isEqual: (one: T, other: T) => boolean): Chain<T> {
  const kept: Link<T>[] = [];
  let next = now;
  for (const link of [...links].reverse()) {
    if (isEqual(link.before, next)) continue;
    kept.unshift(link);
    next = link.before;
  }
  return { links: kept, now };
}

/** A client or another program changed the file during this turn, the newest one. */
export function agentChange<T>(chain: Chain<T>, turn: string, to: T, isEqual: (one: T, other: T) => boolean): Chain<T> {
  const { links, now } = chain;
  const all = links.at(-1)?.turn === turn ? links : [...links, { turn, before: now, mine: now }];
  return normalised({ links: all, now: to }, isEqual);
}

/** The user changed the file themselves, so it isn't part of any turn's change. */
export function ownChange({ links, now }: ContentChain, to: Content): ContentChain {
  if (to === undefined) return { links: [], now: to };
  const changed = links.map(({ turn, before, mine }) => ({
    turn,
    before: mergeContents(now, before, to, "ours").content,
    mine: mergeContents(now, mine, to, "theirs").content,
  }));
  return normalised({ links: changed, now: to }, isSame);
}

function nextOf<T>({ links, now }: Chain<T>, index: number): T {
  const next = links[index + 1];
  return next ? next.before : now;
}

function indexOf(links: readonly Link<unknown>[], turn: string): number {
  return links.findIndex((link) => link.turn === turn);
}

/** The state before and after a turn's own change. */
export function changeOf<T>(chain: Chain<T> | undefined, turn: string): { before: T; after: T } | undefined {
  if (!chain) return undefined;
  const index = indexOf(chain.links, turn);
  const link = chain.links[index];
  return link && { before: link.before, after: nextOf(chain, index) };
}

function rebase(links: readonly Link<Content>[], from: Content, to: Content, whole: Winner): Link<Content>[] {
  return links.map(({ turn, before, mine }) => ({
    turn,
    before: mergeContents(from, before, to, "theirs", whole).content,
    mine: mergeContents(from, mine, to, "theirs", whole).content,
  }));
}

/** Forgets a turn's own change. */
export function keepTurn(chain: ContentChain, turn: string): ContentChain {
  const index = indexOf(chain.links, turn);
  const link = chain.links[index];
  if (!link) return chain;
  const earlier = rebase(chain.links.slice(0, index), link.before, nextOf(chain, index), "ours");
  return normalised({ links: [...earlier, ...chain.links.slice(index + 1)], now: chain.now }, isSame);
}

/** The hunks from the state before a turn to the state now. Empty if there are no lines to compare. */
export function hunksSince(chain: ContentChain, turn: string): Hunk[] {
  const link = chain.links[indexOf(chain.links, turn)];
  if (!link || isOpaque(link.before) || isOpaque(chain.now)) return [];
  return hunksOf(linesOf(link.before), linesOf(chain.now));
}

/** Forgets some of the hunks that {@link hunksSince} returns. */
export function keepHunks(chain: ContentChain, turn: string, indexes: ReadonlySet<number>): ContentChain {
  const { links, now } = chain;
  const link = links[indexOf(chain.links, turn)];
  if (!link) return chain;
  const hunks = hunksSince(chain, turn);
  const chosen = hunks.filter((_hunk, index) => indexes.has(index));
  const isWhole = chosen.length === hunks.length && (link.before === undefined || now === undefined);
  const text = withHunks(linesOf(link.before), linesOf(now), chosen).join("");
  const target = isWhole ? now : { mode: link.before?.mode ?? now?.mode ?? "100644", text };
  return normalised({ links: rebase(links, link.before, target, "ours"), now }, isSame);
}

/** What undoing does to a file. */
export interface Undo {
  readonly chain: ContentChain;
  /** True if a later turn changed the same lines, so its change is undone too. */
  readonly touchesLaterTurn: boolean;
}

/** Returns the chain after undoing hunks of a turn, where `to` is the resulting content. */
export function withNow(chain: ContentChain, turn: string, to: Content): ContentChain {
  const index = indexOf(chain.links, turn);
  const links = [...chain.links.slice(0, index + 1), ...rebaseLaterLinks(chain, index, to)];
  return normalised({ links, now: to }, isSame);
}

function rebaseLaterLinks({ links, now }: ContentChain, index: number, to: Content): Link<Content>[] {
  return rebase(links.slice(index + 1), now, to, "theirs");
}

function conflictsLater({ links, now }: ContentChain, index: number, to: Content): boolean {
  return links.slice(index + 1).some(({ before }) => mergeContents(now, before, to, "theirs").hasConflict);
}

/** Undoes a turn's own change. */
export function undoTurn(chain: ContentChain, turn: string): Undo {
  const index = indexOf(chain.links, turn);
  const link = chain.links[index];
  if (!link) return { chain, touchesLaterTurn: false };
  const next = nextOf(chain, index);
  const { content, hasConflict } = mergeContents(next, chain.now, link.before, "theirs");
  const links = [...chain.links.slice(0, index), ...rebase(chain.links.slice(index + 1), next, link.before, "theirs")];
  return { chain: normalised({ links, now: content }, isSame), touchesLaterTurn: hasConflict };
}

/** Undoes some of the hunks that {@link hunksSince} returns. */
export function undoHunks(chain: ContentChain, turn: string, indexes: ReadonlySet<number>): Undo {
  const { links, now } = chain;
  const index = indexOf(chain.links, turn);
  const link = links[index];
  if (!link) return { chain, touchesLaterTurn: false };
  const hunks = hunksSince(chain, turn);
  const chosen = hunks.filter((_hunk, at) => indexes.has(at));
  const isWhole = chosen.length === hunks.length && (link.before === undefined || now === undefined);
  const text = withoutHunks(linesOf(link.before), linesOf(now), chosen).join("");
  const to = isWhole ? link.before : { mode: now?.mode ?? link.before?.mode ?? "100644", text };
  return { chain: withNow(chain, turn, to), touchesLaterTurn: conflictsLater(chain, index, to) };
}

/** Returns which of a turn's hunks the user edited too. */
export function userEdits(chain: ContentChain, turn: string, hunks: readonly Hunk[]): boolean[] {
  const link = chain.links[indexOf(chain.links, turn)];
  if (!link || isSame(link.before, link.mine) || isOpaque(link.before) || isOpaque(link.mine))
    return hunks.map(() => link !== undefined && !isSame(link.before, link.mine));
  const edited = hunksOf(linesOf(link.before), linesOf(link.mine));
  return hunks.map(({ oldStart, oldEnd }) => edited.some((hunk) => hunk.oldStart <= oldEnd && oldStart <= hunk.oldEnd));
}
