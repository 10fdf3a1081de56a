/** Finds files that a turn renamed: one that disappeared, and one that appeared with the same or a similar text. */
import { changeOf } from "./chain.js";
import { isOpaque, linesOf } from "./content.js";
import type { Contents } from "./contents.js";
import { hunksOf } from "./lines.js";
import type { State, Version } from "./state.js";

/** Comparing each pair takes time, so with more candidates only equal files count. */
const maxCompared = 30;
/** Like git. */
const minSimilarity = 0.5;

interface Candidate {
  readonly path: string;
  readonly version: Version;
}

async function similarity(one: Version, other: Version, contents: Contents): Promise<number> {
  const [old, now] = await contents.load([one, other]);
  if (!old || !now || isOpaque(old) || isOpaque(now)) return 0;
  const [before, after] = [linesOf(old), linesOf(now)];
  const removed = hunksOf(before, after).flatMap(({ oldStart, oldEnd }) => before.slice(oldStart, oldEnd));
  const shared = old.text.length - removed.join("").length;
  return shared / Math.max(old.text.length, now.text.length, 1);
}

/** Returns the old path by the new one. */
export async function findRenames(
  state: State,
  turn: string,
  contents: Contents,
): Promise<ReadonlyMap<string, string>> {
  const gone: Candidate[] = [];
  const fresh: Candidate[] = [];
  for (const [path, chain] of state.files) {
    const change = changeOf<Version>(chain, turn);
    if (!change || chain.isIgnored) continue;
    // A file that was renamed and later changed again counts in its current state.
    if (change.before && !change.after && !chain.now) gone.push({ path, version: change.before });
    if (!change.before && change.after && chain.now) fresh.push({ path, version: chain.now });
  }
  const renames = new Map<string, string>();
  if (gone.length === 0 || fresh.length === 0) return renames;
  const taken = new Set<string>();
  const byOid = new Map(gone.map((each) => [each.version?.oid, each.path]));
  for (const { path, version } of fresh) {
    const source = byOid.get(version?.oid);
    if (source === undefined || taken.has(source)) continue;
    renames.set(path, source);
    taken.add(source);
  }
  const left = fresh.filter(({ path }) => !renames.has(path));
  const sources = gone.filter(({ path }) => !taken.has(path));
  if (left.length > maxCompared || sources.length > maxCompared) return renames;
  for (const { path, version } of left) {
    let best = { path: "", score: minSimilarity };
    for (const source of sources) {
      if (taken.has(source.path)) continue;
      const score = await similarity(source.version, version, contents).catch(() => 0);
      if (score > best.score) best = { path: source.path, score };
    }
    if (best.path === "") continue;
    renames.set(path, best.path);
    taken.add(best.path);
  }
  return renames;
}
