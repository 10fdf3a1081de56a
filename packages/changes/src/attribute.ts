/** Decides who made a change on disk, and records it in the state. */
import { randomBytes } from "node:crypto";
import { agentChange, ownChange } from "./chain.js";
import type { Contents } from "./contents.js";
import type { DiskChange } from "./scanner.js";
import {
  currentTurn,
  type FileChain,
  isSameLinks,
  isSameVersion,
  type ReplacedFile,
  type State,
  type TurnRecord,
  type Version,
} from "./state.js";

/** Without prompts, a turn ends after this pause. */
const pauseMs = 120_000;

export interface Attribution {
  readonly contents: Contents;
  /** Returns true for a change that the user made or already accepted. */
  isOwn(change: DiskChange): Promise<boolean>;
  /** Returns the git operation that made a change. */
  operationOf(change: DiskChange): string | undefined;
  /** In ms since 1970. */
  readonly now: number;
}

/** The names of all connected clients. */
export function connectedAgents({ recorders }: State): string[] {
  return [...new Set(Object.values(recorders).flatMap(({ agents }) => agents))];
}

function isEverythingDecided({ files }: State): boolean {
  return [...files.values()].every(({ links, isIgnored }) => isIgnored || links.length === 0);
}

/** Returns the turn that a change belongs to now, and starts it if necessary. */
export function turnFor(state: State, now: number): TurnRecord {
  const agents = connectedAgents(state);
  const sendsPrompts = Object.values(state.recorders).some((each) => each.sendsPrompts && each.agents.length > 0);
  const current = currentTurn(state);
  const isOver =
    state.isTurnOver || (!sendsPrompts && (isEverythingDecided(state) || now - state.lastChangeAt > pauseMs));
  state.lastChangeAt = now;
  state.isTurnOver = false;
  if (current && !isOver) {
    current.agents = [...new Set([...current.agents, ...agents])];
    return current;
  }
  const turn = { id: newId(), startedAt: now, agents };
  state.turns.push(turn);
  return turn;
}

/** Records that the user changed a file. */
export async function applyOwnChange(state: State, path: string, to: Version, contents: Contents): Promise<void> {
  const chain = state.files.get(path);
  if (!chain) return;
  const loaded = ownChange(await contents.loadChain(chain), (await contents.load([to]))[0]);
  setChain(state, path, { links: contents.toLinks(loaded.links), now: to });
}

export function setChain(state: State, path: string, chain: FileChain): void {
  if (chain.links.length === 0 && !chain.last) state.files.delete(path);
  else state.files.set(path, chain);
}

/** Finds the undo that made a change, whose process may have been killed since. */
function replacedBy(state: State, { path, from, to }: DiskChange): ReplacedFile | undefined {
  return state.undone
    .flatMap(({ files }) => files)
    .find((each) => !each.isDone && each.path === path && isSameVersion(each.from, from) && isSameVersion(each.to, to));
}

async function applyReplacement(state: State, file: ReplacedFile, contents: Contents): Promise<void> {
  const { path, to, links, result } = file;
  file.isDone = true;
  const current = state.files.get(path)?.links ?? [];
  if (isSameLinks(current, links)) setChain(state, path, { links: result, now: to });
  else await applyOwnChange(state, path, to, contents);
}

/** Moves the changes of a file that the user renamed. Returns the remaining changes. */
function followRenames(state: State, own: readonly DiskChange[]): DiskChange[] {
  const left = new Set(own);
  for (const removed of own) {
    const chain = removed.to === null ? state.files.get(removed.path) : undefined;
    if (!chain) continue;
    const added = [...left].find(({ from, to }) => from === null && to?.oid === removed.from?.oid);
    if (!added || state.files.has(added.path)) continue;
    state.files.delete(removed.path);
    state.files.set(added.path, { links: chain.links, now: added.to });
    left.delete(removed);
    left.delete(added);
  }
  return [...left];
}

/** Lists what a git operation changed. */
function addToOperation(state: State, operation: string, { path, from, to }: DiskChange, now: number): void {
  const last = state.turns.findLast((turn) => turn.operation === operation && turn.startedAt === now);
  const turn = last ?? { id: newId(), startedAt: now, agents: [], operation, gitFiles: [] };
  if (!last) state.turns.push(turn);
  turn.gitFiles = [...(turn.gitFiles ?? []), { path, before: from, after: to }];
}

function newId(): string {
  return randomBytes(6).toString("hex");
}

/** Records what changed between two scans. Changes `state`. */
export async function attribute(state: State, changes: readonly DiskChange[], context: Attribution): Promise<void> {
  const { contents, now } = context;
  const isAnybodyConnected = connectedAgents(state).length > 0;
  const own: DiskChange[] = [];
  const others: DiskChange[] = [];
  for (const change of changes) {
    const replaced = replacedBy(state, change);
    if (replaced) {
      await applyReplacement(state, replaced, contents);
      continue;
    }
    const operation = context.operationOf(change);
    if (operation !== undefined && isAnybodyConnected) addToOperation(state, operation, change, now);
    const isOwn = operation !== undefined || !isAnybodyConnected || (await context.isOwn(change));
    (isOwn ? own : others).push(change);
  }
  for (const { path, to } of followRenames(state, own)) await applyOwnChange(state, path, to, contents);
  if (others.length === 0) return;
  const turn = turnFor(state, now);
  for (const { path, from, to } of others) {
    const chain = state.files.get(path) ?? { links: [], now: from };
    const changed = agentChange<Version>(chain, turn.id, to, isSameVersion);
    setChain(state, path, {
      links: [...changed.links],
      now: to,
      last: { from: chain.now, links: chain.links, at: now },
    });
  }
}

/**
 * Attributes the last change of a file to the user, because the editor has only now reported that it saved the file.
 */
export async function takeBack(state: State, path: string, contents: Contents): Promise<void> {
  const chain = state.files.get(path);
  if (!chain?.last) return;
  const { from, links } = chain.last;
  state.files.set(path, { links, now: from });
  await applyOwnChange(state, path, chain.now, contents);
}
