/** Runs programs without root's rights: root passes every permission check, so that a test would see nothing. */
import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { main } from "../../cli-command.js";
import { isRoot } from "./disk.js";

const nobody = { uid: 65_534, through: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] };
/** Still the owner of root's files, but bound by their modes. */
const rootWithoutRights = { uid: 0, through: ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] };

function canStart(through: readonly string[]): boolean {
  const [program = "", ...args] = [...through, process.execPath, "--check", main];
  return spawnSync(program, args, { cwd: "/" }).status === 0;
}

/**
 * An ordinary user: `nobody`, or root without capabilities if `nobody` can't access the programs because they are in
 * root's home. Users other than root stay the same. `own` gives them a folder.
 */
export function ordinaryUser(): { readonly through: readonly string[]; own(path: string): void } {
  if (!isRoot) return { through: ["env"], own: () => {} };
  const { uid, through } = canStart(nobody.through) ? nobody : rootWithoutRights;
  return { through, own: (path) => chownSync(path, uid, uid) };
}
