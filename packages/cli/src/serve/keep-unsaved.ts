/** Unsaved texts outlive Tandem: whatever ends it, copies of them are kept, because nobody can be asked any more. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Environment } from "@tandem/protocol";
import type { Workbench } from "@tandem/workbench";
import { messageOf } from "../exit-codes.js";
import { tilde } from "../paths.js";

/** Not the directory for temporary files, which a restart of the machine empties: that may be what ends Tandem. */
function placeOfCopies(env: Environment): string {
  return join(env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "tandem");
}

/**
 * Writes a copy of every text that has unsaved changes, for its user's eyes only, and leaves the files as they are.
 * Returns what to tell the user; it does not fail.
 */
export async function keepUnsaved(workbench: Workbench, env: Environment): Promise<string[]> {
  await workbench.windows.flush();
  const place = placeOfCopies(env);
  return await Promise.all(
    workbench.documents.unsaved.map(async ({ path, content }) => {
      try {
        await mkdir(place, { recursive: true, mode: 0o700 });
        const copy = join(await mkdtemp(join(place, "unsaved-")), basename(path));
        await writeWhole(copy, content);
        return `${tilde(path)} had unsaved changes. A copy with them is ${tilde(copy)}`;
      } catch (error) {
        return `${tilde(path)} had unsaved changes, and no copy could be made of them: ${messageOf(error)}`;
      }
    }),
  );
}

/** A part of a text, which is all that a full disk takes, would be found one day and be taken for the whole. */
async function writeWhole(copy: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(copy, content, { mode: 0o600 });
  } catch (error) {
    await rm(dirname(copy), { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}
