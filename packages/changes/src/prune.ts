/** Keeps the store small: forgets what is old, packs the rest, and removes stores of folders that aren't used any more. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FolderChanges } from "./folder-changes.js";
import { isRunning } from "./owner.js";
import type { State } from "./state.js";
import type { Store } from "./store.js";

const hourMs = 3_600_000;
/** Objects that a scan in another process has just written, before the state names them, are younger than this. */
const graceTime = "1.hour.ago";

export interface Bounds {
  /** The size of the store on disk. */
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/** Forgets turns and undone changes from before a time. Returns true if there were any. */
export function forgetBefore(state: State, time: number): boolean {
  const old = new Set(state.turns.filter(({ startedAt }) => startedAt < time).map(({ id }) => id));
  const count = state.undone.length;
  state.undone = state.undone.filter(({ at }) => at >= time);
  let isChanged = state.undone.length < count;
  for (const [path, chain] of state.files) {
    // Old turns come first, so the later ones' changes stay as they are.
    const links = chain.links.filter(({ turn }) => !old.has(turn));
    if (links.length === chain.links.length) continue;
    isChanged = true;
    if (links.length === 0) state.files.delete(path);
    else state.files.set(path, { ...chain, links });
  }
  for (const turn of state.turns) {
    if (!old.has(turn.id) || !turn.gitFiles) continue;
    delete turn.gitFiles;
    isChanged = true;
  }
  return isChanged;
}

function bytesIn(directory: string): number {
  let bytes = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += bytesIn(path);
    else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

async function pack({ git }: Store): Promise<void> {
  await git.run(["repack", "-A", "-d", "-q", "--window=0", `--unpack-unreachable=${graceTime}`]);
  await git.run(["prune", `--expire=${graceTime}`]);
}

/** Returns the owners of the index files in a store. */
function ownersIn(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => /^index-(.+)-[0-9a-f]{16}$/.exec(name)?.[1] ?? []);
}

function removeUnused(stores: string, own: string, time: number): void {
  for (const name of readdirSync(stores)) {
    const directory = join(stores, name);
    if (directory === own) continue;
    const changed = statSync(join(directory, "refs", "tandem"), { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined || changed >= time || ownersIn(directory).some(isRunning)) continue;
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Prunes the store, unless another process is doing so. Scans can continue in the meantime. */
export async function prune(folder: FolderChanges, { maxBytes, maxAgeMs }: Bounds): Promise<void> {
  const { store } = folder;
  const lock = join(store.directory, "prune.lock");
  const now = folder.options.now();
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held && now - held.mtimeMs > hourMs) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, "", { flag: "wx" });
  } catch {
    return;
  }
  try {
    for (const ageMs of [maxAgeMs, maxAgeMs / 4, Math.min(maxAgeMs / 4, hourMs)]) {
      await folder.inOrder(() => folder.update(async ({ state }) => forgetBefore(state, now - ageMs)));
      await pack(store);
      if (bytesIn(store.directory) <= maxBytes) break;
    }
    for (const name of readdirSync(store.directory)) {
      const owner = /^index-(.+)-[0-9a-f]{16}$/.exec(name)?.[1];
      const isOld = now - (statSync(join(store.directory, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > maxAgeMs;
      if (owner !== undefined && isOld && !isRunning(owner)) rmSync(join(store.directory, name), { force: true });
    }
    removeUnused(dirname(store.directory), store.directory, now - maxAgeMs);
  } finally {
    if (existsSync(store.directory)) rmSync(lock, { force: true });
  }
}
