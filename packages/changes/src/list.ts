/** Turns the state of a folder into the list that editors show. */
import { join } from "node:path";
import { changeOf, userEdits } from "./chain.js";
import { type Content, isOpaque, isSame, linesOf, unstoredMode } from "./content.js";
import type { Contents } from "./contents.js";
import { hunksOf } from "./lines.js";
import type { FileChange, FileChangeKind, Turn, UndoneChange } from "./model.js";
import { findRenames } from "./renames.js";
import { chunks, slices } from "./slices.js";
import type { FileChain, State, TurnRecord, Version } from "./state.js";

/** What is known about the change between two versions, without their texts. */
interface Facts {
  readonly added: number;
  readonly removed: number;
  readonly isOpaque: boolean;
}

const maxCached = 20_000;
/** A checkout can change more files, and counting all their lines isn't worth the time. */
const maxCountedGitFiles = 500;
const unknownFacts: Facts = { added: 0, removed: 0, isOpaque: true };

/** Why a file can't be undone. */
export function whyNotUndoable(
  chain: Pick<FileChain, "isIgnored">,
  before: Version,
  after: Version,
): string | undefined {
  if (chain.isIgnored) return "Ignored by git, so its content isn't stored and can't be undone";
  if (before?.mode === unstoredMode || after?.mode === unstoredMode)
    return "Larger than 10 MB, so its content isn't stored and can't be undone";
  return undefined;
}

export function kindOf(before: Version | Content, after: Version | Content): FileChangeKind {
  if (before === null || before === undefined) return "created";
  return after === null || after === undefined ? "deleted" : "changed";
}

function factsOf(before: Content, after: Content): Facts {
  if (isOpaque(before) || isOpaque(after)) return { added: 0, removed: 0, isOpaque: true };
  const count = (content: Content) => {
    const lines = linesOf(content);
    return lines.length - (lines.at(-1) === "" ? 1 : 0);
  };
  if (before === undefined) return { added: count(after), removed: 0, isOpaque: false };
  if (after === undefined) return { added: 0, removed: count(before), isOpaque: false };
  const [old, now] = [linesOf(before), linesOf(after)];
  let [added, removed] = [0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of hunksOf(old, now)) {
    added += newEnd - newStart - (newEnd === now.length && newEnd > newStart && now.at(-1) === "" ? 1 : 0);
    removed += oldEnd - oldStart - (oldEnd === old.length && oldEnd > oldStart && old.at(-1) === "" ? 1 : 0);
  }
  return { added, removed, isOpaque: before.text === after.text };
}

function keyOf(before: Version, after: Version): string {
  return JSON.stringify([before, after]);
}

export class ListBuilder {
  readonly #facts = new Map<string, Facts>();

  async #factsOf(before: Version, after: Version, contents: Contents): Promise<Facts> {
    const key = keyOf(before, after);
    const cached = this.#facts.get(key);
    if (cached) return cached;
    const [old, now] = await contents.load([before, after]);
    const facts = factsOf(old, now);
    if (this.#facts.size > maxCached) this.#facts.clear();
    this.#facts.set(key, facts);
    return facts;
  }

  async #fileOf(folder: string, turn: string, path: string, chain: FileChain, contents: Contents): Promise<FileChange> {
    const change = changeOf<Version>(chain, turn);
    const [before, after] = [change?.before ?? null, change?.after ?? null];
    const why = whyNotUndoable(chain, before, after);
    return {
      path: join(folder, path),
      kind: kindOf(before, after),
      ...(await this.#factsOf(before, after, contents)),
      ...(why !== undefined && { whyNotUndoable: why }),
      hasUserEdits: await hasUserEdits(chain, turn, contents),
    };
  }

  async #filesOf(state: State, turn: TurnRecord, contents: Contents): Promise<FileChange[]> {
    const renames = await findRenames(state, turn.id, contents);
    const sources = new Set(renames.values());
    const isListed = ([path, { links }]: [string, FileChain]) =>
      !sources.has(path) && links.some((link) => link.turn === turn.id);
    const files = await this.#gitFilesOf(state.folder, turn, contents);
    for (const chunk of chunks([...state.files].filter(isListed))) {
      await this.#prepare(
        chunk.map(([, chain]) => changeOf<Version>(chain, turn.id)),
        contents,
      );
      for await (const [path, chain] of slices(chunk)) {
        const file = await this.#fileOf(state.folder, turn.id, path, chain, contents);
        const source = renames.get(path);
        files.push(source === undefined ? file : await this.#renamed(state, turn.id, file, source, chain, contents));
      }
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #renamed(
    { folder, files }: State,
    turn: string,
    file: FileChange,
    source: string,
    chain: FileChain,
    contents: Contents,
  ): Promise<FileChange> {
    const before = changeOf<Version>(files.get(source), turn)?.before ?? null;
    const facts = await this.#factsOf(before, chain.now, contents);
    return { ...file, ...facts, kind: "renamed", oldPath: join(folder, source) };
  }

  /** What a git operation changed. */
  async #gitFilesOf(folder: string, { gitFiles = [] }: TurnRecord, contents: Contents): Promise<FileChange[]> {
    const counted = gitFiles.slice(0, maxCountedGitFiles);
    await this.#prepare(counted, contents);
    const files: FileChange[] = [];
    for (const [index, { path, before, after }] of gitFiles.entries()) {
      const facts = index < counted.length ? await this.#factsOf(before, after, contents) : unknownFacts;
      const why = { whyNotUndoable: "Part of a git operation", hasUserEdits: false };
      files.push({ path: join(folder, path), kind: kindOf(before, after), ...facts, ...why });
    }
    return files;
  }

  /** Reads the missing facts with one process. */
  async #prepare(
    changes: readonly ({ readonly before: Version; readonly after: Version } | undefined)[],
    contents: Contents,
  ): Promise<void> {
    const unknown = changes.filter((change) => change && !this.#facts.has(keyOf(change.before, change.after)));
    await contents.prepare(unknown.flatMap((change) => (change ? [change.before, change.after] : [])));
  }

  async turns(state: State, contents: Contents): Promise<Turn[]> {
    const turns: Turn[] = [];
    for (const record of state.turns) {
      const { id, startedAt, agents, operation } = record;
      const files = await this.#filesOf(state, record, contents);
      if (files.length === 0) continue;
      const kind = operation === undefined ? "turn" : "git";
      turns.push({ id, kind, folder: state.folder, startedAt, agents, ...(operation && { operation }), files });
    }
    return turns;
  }
}

async function hasUserEdits(chain: FileChain, turn: string, contents: Contents): Promise<boolean> {
  const link = chain.links.find((each) => each.turn === turn);
  if (!link || JSON.stringify(link.before) === JSON.stringify(link.mine)) return false;
  const loaded = await contents.loadChain(chain);
  const { before, after } = changeOf(loaded, turn) ?? {};
  if (isSame(before, after)) return false;
  if (isOpaque(before) || isOpaque(after)) return true;
  return userEdits(loaded, turn, hunksOf(linesOf(before), linesOf(after))).some(Boolean);
}

export function undoneOf({ folder, undone }: State): UndoneChange[] {
  const list = undone.map(({ id, at, files }) => {
    const done = files.filter(({ isDone }) => isDone);
    return { id, at, folder, paths: done.map(({ path }) => join(folder, path)).sort() };
  });
  return list.filter(({ paths }) => paths.length > 0);
}
