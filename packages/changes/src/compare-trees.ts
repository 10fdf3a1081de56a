import { type Git, splitNul } from "./git.js";
import type { Version } from "./state.js";

export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export interface TreeChange {
  /** Relative to the root. */
  readonly path: string;
  readonly from: Version;
  readonly to: Version;
}

/** Lists the differences between two trees. */
export async function compareTrees(git: Git, from: string, to: string): Promise<TreeChange[]> {
  if (from === to) return [];
  const parts = splitNul(await git.run(["diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", from, to]));
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = "", newMode = "", oldId = "", newId = ""] = (parts[at] ?? "").slice(1).split(" ");
    const version = (mode: string, oid: string): Version => (mode === "000000" ? null : { mode, oid });
    changes.push({ path: parts[at + 1] ?? "", from: version(oldMode, oldId), to: version(newMode, newId) });
  }
  return changes;
}
