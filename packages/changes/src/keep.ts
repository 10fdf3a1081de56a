/** Forgets changes that the user keeps. Nothing on disk changes. */
import { setChain } from "./attribute.js";
import { type ContentChain, keepHunks, keepTurn } from "./chain.js";
import type { Draft, FolderChanges } from "./folder-changes.js";
import type { ChangeOutcome, ChangeTarget } from "./model.js";
import { countChanges, findTarget, nameFiles, outdated, type Target } from "./targets.js";
import type { FileView } from "./views.js";

export async function keep(folder: FolderChanges, target: ChangeTarget): Promise<ChangeOutcome> {
  let outcome: ChangeOutcome = outdated;
  const path = folder.toName(target.path);
  await folder.scan(async (draft) => {
    const found = await findTarget(draft.state, target, path, draft.contents);
    outcome = found ? { kind: "done", message: messageFor(found) } : outdated;
    if (!found) return false;
    for (const view of found.views) {
      if (found.hunks) keepSome(draft, view, found.hunks);
      else await keepWhole(draft, view);
    }
    found.turn.gitFiles = found.turn.gitFiles?.filter((file) => path !== undefined && file.path !== path);
    return true;
  });
  return outcome;
}

function messageFor({ views, hunks, turn }: Target): string {
  const names = views.length > 0 ? views.map(({ path }) => path) : (turn.gitFiles ?? []).map(({ path }) => path);
  return hunks ? `Kept ${countChanges(hunks.size)} in ${nameFiles(names)}` : `Kept ${nameFiles(names)}`;
}

function store({ state, contents }: Draft, path: string, { links }: ContentChain): void {
  const chain = state.files.get(path);
  if (chain) setChain(state, path, { now: chain.now, links: contents.toLinks(links) });
}

async function keepWhole(draft: Draft, { path, source, turn }: FileView): Promise<void> {
  const { state, contents } = draft;
  for (const each of source === undefined ? [path] : [path, source]) {
    const chain = state.files.get(each);
    if (chain?.isIgnored) state.files.delete(each);
    else if (chain) store(draft, each, keepTurn(await contents.loadChain(chain), turn));
  }
}

function keepSome(draft: Draft, view: FileView, hunks: ReadonlySet<number>): void {
  const { path, source, turn, chain } = view;
  const kept = keepHunks(chain, turn, hunks);
  if (source === undefined) {
    store(draft, path, kept);
    return;
  }
  // The old path has the text before the change. Once everything is kept, only the rename remains.
  const stored = draft.state.files.get(source);
  const [link] = kept.links;
  const before = draft.contents.toVersion(link ? link.before : chain.now);
  const mine = link ? draft.contents.toVersion(link.mine) : before;
  if (!stored) return;
  setChain(draft.state, source, {
    now: stored.now,
    links: stored.links.map((each) => (each.turn === turn ? { turn, before, mine } : each)),
  });
}

/** Keeps everything, so that the next change starts a new turn. */
export async function startOver(folder: FolderChanges): Promise<void> {
  await folder.scan(async ({ state }) => {
    state.files.clear();
    for (const turn of state.turns) delete turn.gitFiles;
    state.isTurnOver = true;
    return true;
  });
}
