/** Undoes changes, and restores what an undo replaced. What is replaced is stored first. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type ContentChain, changeOf, hunksSince, undoHunks, undoTurn, userEdits, withNow } from "./chain.js";
import { type Content, isOpaque, isSame, linesOf } from "./content.js";
import { Contents } from "./contents.js";
import { describe } from "./describe.js";
import type { Draft, FolderChanges } from "./folder-changes.js";
import { hunksOf } from "./lines.js";
import type { ChangeOutcome, ChangeTarget } from "./model.js";
import { chunks } from "./slices.js";
import { type FileChain, isSameLinks, isSameVersion, type ReplacedFile, type Replacement } from "./state.js";
import { countChanges, findTarget, nameFiles, outdated, type Target } from "./targets.js";
import type { FileView } from "./views.js";

/** What an undo will write, and what to ask the user first. */
interface Plan {
  readonly files: ReplacedFile[];
  readonly questions: string[];
  readonly message: string;
}

/** The undo to restore. */
interface Restored {
  readonly id: string;
  /** True if files had changed since the undo. */
  readonly hasReplacedChanges: boolean;
  readonly written: readonly string[];
}

export async function undo(folder: FolderChanges, target: ChangeTarget, isConfirmed: boolean): Promise<ChangeOutcome> {
  const id = randomBytes(6).toString("hex");
  let outcome: ChangeOutcome = outdated;
  let plan: Plan | undefined;
  await folder.scan(async (draft) => {
    plan = undefined;
    const found = await findTarget(draft.state, target, folder.toName(target.path), draft.contents);
    outcome = found ? (refusal(found) ?? outdated) : outdated;
    if (!found || outcome.kind === "refused") return false;
    const made = await planUndo(folder, draft, found);
    const [question] = made.questions;
    if (question !== undefined && !isConfirmed) {
      outcome = { kind: "question", question };
      return false;
    }
    plan = made;
    addReplacement(folder, draft, id, made.files);
    return true;
  });
  return plan ? await write(folder, id, plan) : outcome;
}

function addReplacement(folder: FolderChanges, { state }: Draft, id: string, files: ReplacedFile[]): void {
  const { owner, now } = folder.options;
  state.undone.push({ id, at: now(), owner, files });
}

function refusal({ turn, views }: Target): ChangeOutcome | undefined {
  if (turn.operation !== undefined)
    return { kind: "refused", message: `Use git to undo its own operation (${turn.operation}).` };
  const [only] = views;
  const isPossible = views.some(({ whyNot }) => whyNot === undefined);
  if (isPossible || !only) return undefined;
  return { kind: "refused", message: `${nameFiles(views.map(({ path }) => path))}: ${only.whyNot}.` };
}

async function planUndo(folder: FolderChanges, draft: Draft, { views, hunks }: Target): Promise<Plan> {
  const questions: string[] = [];
  const files: ReplacedFile[] = [];
  const possible = views.filter(({ whyNot }) => whyNot === undefined);
  for (const view of possible) {
    for (const path of namesOf(view))
      if (await folder.options.isUnsaved(join(folder.folder, path)))
        questions.push(`${path} has unsaved changes in the editor. Undo on disk anyway?`);
    files.push(...(await planFile(draft, view, hunks, questions)));
  }
  const names = nameFiles(possible.map(({ path }) => path));
  const count = hunks ? countChanges(hunks.size) : "the changes";
  const left = views.length - possible.length;
  return { files, questions, message: `Undid ${count} in ${names}${left > 0 ? `. ${left} can't be undone` : ""}` };
}

function namesOf({ path, source }: FileView): string[] {
  return source === undefined ? [path] : [path, source];
}

async function planFile(
  { state, contents }: Draft,
  view: FileView,
  hunks: ReadonlySet<number> | undefined,
  questions: string[],
): Promise<ReplacedFile[]> {
  const { path, source, turn } = view;
  const replace = (name: string, before: ContentChain, after: ContentChain): ReplacedFile => ({
    path: name,
    from: contents.toVersion(before.now),
    to: contents.toVersion(after.now),
    links: contents.toLinks(before.links),
    result: contents.toLinks(after.links),
    isDone: false,
  });
  const ask = (hasUserEdits: boolean, touchesLaterTurn: boolean) => {
    if (hasUserEdits) questions.push(`You edited the same lines in ${path}. Undo your edits there too?`);
    if (touchesLaterTurn) questions.push(`A later turn changed the same lines in ${path}. Undo its change too?`);
  };
  if (hunks) {
    const all = hunksSince(view.chain, turn);
    const { chain, touchesLaterTurn } = undoHunks(view.chain, turn, hunks);
    ask(
      userEdits(view.chain, turn, all).some((isEdited, index) => isEdited && hunks.has(index)),
      touchesLaterTurn,
    );
    if (source === undefined) return [replace(path, view.chain, chain)];
    const own = await contents.loadChain(state.files.get(path) ?? { links: [], now: null });
    return [replace(path, own, withNow(own, turn, chain.now))];
  }
  const files: ReplacedFile[] = [];
  for (const name of namesOf(view)) {
    const stored = state.files.get(name);
    if (!stored) continue;
    const before = await contents.loadChain(stored);
    const { chain, touchesLaterTurn } = undoTurn(before, turn);
    ask(hasUserEditsIn(before, turn), touchesLaterTurn);
    files.push(replace(name, before, chain));
  }
  return files;
}

function hasUserEditsIn(chain: ContentChain, turn: string): boolean {
  const change = changeOf(chain, turn);
  if (!change || isOpaque(change.before) || isOpaque(change.after)) return false;
  return userEdits(chain, turn, hunksOf(linesOf(change.before), linesOf(change.after))).some(Boolean);
}

/**
 * Orders files: first those in the way of another one, such as a file where a folder was, and last those that are only
 * removed.
 */
function inOrder(files: readonly ReplacedFile[]): ReplacedFile[] {
  const written = new Set(files.filter(({ to }) => to !== null).flatMap(({ path }) => [path, ...foldersOf(path)]));
  const isInTheWay = ({ path }: ReplacedFile) =>
    written.has(path) || foldersOf(path).some((folder) => files.some((each) => each.path === folder && each.to));
  const rank = (file: ReplacedFile) => (file.to !== null ? 1 : isInTheWay(file) ? 0 : 2);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}

/** Writes the files of a stored plan, and records which of them were written. */
async function write(folder: FolderChanges, id: string, plan: Plan, restored?: Restored): Promise<ChangeOutcome> {
  const { files, message } = plan;
  const contents = new Contents(folder.store);
  const written: string[] = [];
  let problem: string | undefined;
  for (const chunk of chunks(inOrder(files))) {
    await contents.prepare(chunk.flatMap(({ from, to }) => [from, to]));
    for (const { path, from, to } of chunk) {
      try {
        const [expected, content] = await contents.load([from, to]);
        if (folder.disk.replace(path, expected, content)) written.push(path);
        else problem ??= `${path} has changed in the meantime`;
      } catch (error) {
        problem ??= `${path}: ${describe(error)}`;
      }
    }
  }
  // If the disk is full, the next successful scan records what was written.
  await finish(folder, id, restored && { ...restored, written }).catch(() => {});
  const undone = restored?.hasReplacedChanges === false ? {} : { undone: id };
  if (problem === undefined) return { kind: "done", message, ...undone };
  if (written.length > 0) return { kind: "done", message: `${message}, except ${problem}`, ...undone };
  const isOutdated = problem.endsWith("in the meantime");
  return isOutdated ? outdated : { kind: "refused", message: `Nothing was changed. ${problem}` };
}

/** Scans the written files, and forgets the rest. */
async function finish(folder: FolderChanges, id: string, restored?: Restored): Promise<void> {
  await folder.scan(async ({ state }) => {
    const record = state.undone.find((each) => each.id === id);
    if (!record) return false;
    record.files = record.files.filter(({ isDone, from, to }) => isDone && !isSameVersion(from, to));
    const original = state.undone.find((each) => each.id === restored?.id);
    if (!original || !restored) return true;
    const written = new Set(restored.written);
    original.files = original.files.filter(({ path }) => !written.has(path));
    // What was restored over later changes can itself be restored.
    if (!restored.hasReplacedChanges) record.files = [];
    return true;
  });
}

/** Brings back what an undo replaced. */
export async function restore(folder: FolderChanges, undone: string, isConfirmed: boolean): Promise<ChangeOutcome> {
  const id = randomBytes(6).toString("hex");
  let outcome: ChangeOutcome = { kind: "refused", message: "This has already been restored, or is no longer stored." };
  let plan: Plan | undefined;
  let hasChanged = false;
  await folder.scan(async (draft) => {
    plan = undefined;
    const record = draft.state.undone.find((each) => each.id === undone);
    if (!record) return false;
    const made = await planRestore(folder, draft, record);
    hasChanged = made.questions.length > 0;
    const [question] = made.questions;
    if (question !== undefined && !isConfirmed) {
      outcome = { kind: "question", question };
      return false;
    }
    plan = made;
    addReplacement(folder, draft, id, made.files);
    return true;
  });
  return plan ? await write(folder, id, plan, { id: undone, hasReplacedChanges: hasChanged, written: [] }) : outcome;
}

/** The links after a restore: as before the undo, unless the user decided something about the file since. */
function restoredLinks(own: FileChain["links"], { links, result, to }: ReplacedFile): FileChain["links"] {
  const [last] = links.slice(-1);
  if (isSameLinks(own, result)) return links;
  return own.length > 0 || !last ? own : [{ turn: last.turn, before: to, mine: to }];
}

async function planRestore(folder: FolderChanges, { contents, state }: Draft, record: Replacement): Promise<Plan> {
  const questions: string[] = [];
  const files: ReplacedFile[] = [];
  const done = record.files.filter(({ isDone }) => isDone);
  for (const file of done) {
    const { path, from, to } = file;
    const current: Content = folder.disk.read(path);
    const [written] = await contents.load([to]);
    if (!isSame(current, written)) questions.push(`${path} has changed since. Replace it?`);
    const isUnsaved = await folder.options.isUnsaved(join(folder.folder, path));
    if (isUnsaved) questions.push(`${path} has unsaved changes in the editor. Restore on disk anyway?`);
    const own = state.files.get(path)?.links ?? [];
    files.push({
      path,
      from: contents.toVersion(current),
      to: from,
      links: own,
      result: restoredLinks(own, file),
      isDone: false,
    });
  }
  return { files, questions, message: `Restored ${nameFiles(done.map(({ path }) => path))}` };
}
