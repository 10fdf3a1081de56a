/** What the store remembers about a folder, as JSON. Files are named relative to the folder, with `/`. */
import * as z from "zod/mini";
import { unstoredMode } from "./content.js";

/** A file by its git mode and the id of its blob. Null means that there is no file. */
const versionSchema = z.nullable(z.object({ mode: z.string(), oid: z.string() }));
export type Version = z.infer<typeof versionSchema>;

const linkSchema = z.object({ turn: z.string(), before: versionSchema, mine: versionSchema });

const chainSchema = z.object({
  links: z.array(linkSchema),
  /** What was on disk at the last scan. */
  now: versionSchema,
  /** What the last change replaced, while the editor may still report that the user saved it, and when. */
  last: z.optional(z.object({ from: versionSchema, links: z.array(linkSchema), at: z.number() })),
  /** True for a file that git ignores, whose content isn't stored. */
  isIgnored: z.optional(z.boolean()),
});
export type FileChain = z.infer<typeof chainSchema>;

const gitFileSchema = z.object({ path: z.string(), before: versionSchema, after: versionSchema });

const turnSchema = z.object({
  id: z.string(),
  startedAt: z.number(),
  agents: z.array(z.string()),
  /** For a git operation by the user: its name, and the files that it changed. */
  operation: z.optional(z.string()),
  gitFiles: z.optional(z.array(gitFileSchema)),
});
export type TurnRecord = z.infer<typeof turnSchema>;

const replacedFileSchema = z.object({
  path: z.string(),
  /** What was replaced, and what was written. */
  from: versionSchema,
  to: versionSchema,
  /** The file's links before and after. */
  links: z.array(linkSchema),
  result: z.array(linkSchema),
  /** False until a scan has found it on disk, in case the process is killed before or while it writes. */
  isDone: z.boolean(),
});
export type ReplacedFile = z.infer<typeof replacedFileSchema>;

/** Files that an undo or a restore replaced. */
const replacementSchema = z.object({
  id: z.string(),
  at: z.number(),
  /** The process that writes them. */
  owner: z.string(),
  files: z.array(replacedFileSchema),
});
export type Replacement = z.infer<typeof replacementSchema>;

const repositorySchema = z.object({
  /** The commit of HEAD, if there is one. */
  head: z.optional(z.string()),
  /** The last line of HEAD's log, and of the stash's. */
  log: z.string(),
  stash: z.string(),
});
export type RepositoryFacts = z.infer<typeof repositorySchema>;

const stateSchema = z.object({
  format: z.literal(1),
  /** The real path of the workspace folder. */
  folder: z.string(),
  /** The trees of the last scan: of the folder (``), and of each repository in it by its path with a `/` at the end. */
  roots: z.record(z.string(), z.object({ tree: z.string(), repository: z.optional(repositorySchema) })),
  /** Files with changes, by path. A list, because a path can be any name, such as `__proto__`. */
  files: z.array(z.tuple([z.string(), chainSchema])),
  /** Oldest first. */
  turns: z.array(turnSchema),
  /** Oldest first. */
  undone: z.array(replacementSchema),
  /** The clients of each recording process, by process. */
  recorders: z.record(z.string(), z.object({ agents: z.array(z.string()), sendsPrompts: z.boolean() })),
  /** True if the next change starts a new turn. */
  isTurnOver: z.boolean(),
  /** When an agent's change was last seen, in ms since 1970. */
  lastChangeAt: z.number(),
});
export type State = Omit<z.infer<typeof stateSchema>, "files"> & { files: Map<string, FileChain> };

export function emptyState(folder: string): State {
  return {
    format: 1,
    folder,
    roots: {},
    files: new Map(),
    turns: [],
    undone: [],
    recorders: {},
    isTurnOver: true,
    lastChangeAt: 0,
  };
}

/** Returns undefined for a state that another version wrote. */
export function parseState(text: string): State | undefined {
  const parsed = z.safeParse(stateSchema, JSON.parse(text));
  return parsed.success ? { ...parsed.data, files: new Map(parsed.data.files) } : undefined;
}

export function stringifyState(state: State): string {
  return JSON.stringify({ ...state, files: [...state.files] });
}

export function isSameVersion(one: Version, other: Version): boolean {
  return one === other || (one?.mode === other?.mode && one?.oid === other?.oid);
}

export function isSameLinks(one: FileChain["links"], other: FileChain["links"]): boolean {
  return (
    one.length === other.length &&
    one.every(({ turn, before, mine }, index) => {
      const match = other[index];
      return match?.turn === turn && isSameVersion(match.before, before) && isSameVersion(match.mine, mine);
    })
  );
}

/** Lists what a state names: versions, and in chains and undone changes also turns. */
function* linksIn(state: State): Generator<{ turn: string; before: Version; mine: Version }> {
  for (const { links, last } of state.files.values()) yield* [...links, ...(last?.links ?? [])];
  for (const { files } of state.undone) for (const { links, result } of files) yield* [...links, ...result];
}

function* versionsIn(state: State): Generator<Version> {
  for (const { before, mine } of linksIn(state)) yield* [before, mine];
  for (const { now, last } of state.files.values()) yield* [now, last?.from ?? null];
  for (const { gitFiles = [] } of state.turns) for (const { before, after } of gitFiles) yield* [before, after];
  for (const { files } of state.undone) for (const { from, to } of files) yield* [from, to];
}

/** Lists the blobs that a state names. */
export function blobsOf(state: State): Set<string> {
  const blobs = new Set<string>();
  for (const version of versionsIn(state)) if (version && version.mode !== unstoredMode) blobs.add(version.oid);
  return blobs;
}

/** How long an editor may take to report that the user saved a file. */
export const reportMs = 5_000;

/** Removes turns and chains that nothing refers to. */
export function pruneState(state: State, now: number): void {
  for (const [path, chain] of state.files) {
    if (chain.last && now - chain.last.at > reportMs) delete chain.last;
    if (chain.links.length === 0 && !chain.last) state.files.delete(path);
  }
  state.undone = state.undone.filter(({ files }) => files.length > 0);
  const used = new Set<string>();
  for (const { turn } of linksIn(state)) used.add(turn);
  const current = state.isTurnOver ? undefined : currentTurn(state);
  state.turns = state.turns.filter((turn) => used.has(turn.id) || turn === current || (turn.gitFiles?.length ?? 0) > 0);
}

/** The newest turn that isn't a git operation. */
export function currentTurn(state: State): TurnRecord | undefined {
  return state.turns.findLast(({ operation }) => operation === undefined);
}
