/** Carries a repair out, after a second look: between the finding and the yes something may have changed. */
import { chmod, rm, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { systemErrorCode } from "@tandem/base";
import { tilde } from "@tandem/base/node";
import { parseLockFile } from "@tandem/protocol";
import { octal } from "../diagnoses/words.js";
import { readText } from "../facts/files.js";
import { isReused, processFact } from "../facts/processes.js";
import type { Surroundings } from "../facts/surroundings.js";
import type { Fix } from "./fix.js";

/**
 * What came of a repair, in words.
 *
 * @example
 * const { isDone, words }: Repair = await applyFix(fix, surroundings);
 */
export interface Repair {
  readonly isDone: boolean;
  readonly words: string;
}

/**
 * What a repair will do, before it does it.
 *
 * @example
 * describeFix(fix, "/home/ada"); // "Set the mode of ~/.claude/ide to 0700 (now 0755)"
 */
export function describeFix(fix: Fix, home: string): string {
  const path = tilde(fix.path, home);
  return fix.kind === "set-mode"
    ? `Set the mode of ${path} to ${octal(fix.mode)} (now ${octal(fix.was)})`
    : `Remove the lock file ${path}, behind which nobody is`;
}

const probeMs = 500;

function isListening(port: number, { clock }: Surroundings): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    const done = (answer: boolean) => {
      stop();
      socket.destroy();
      resolve(answer);
    };
    const stop = clock.after(probeMs, () => done(true)); // Something is there that takes its time.
    socket.on("connect", () => done(true));
    socket.on("error", () => done(false));
  });
}

async function isNobodys(fix: Fix & { kind: "remove-lock" }, surroundings: Surroundings): Promise<boolean> {
  // Files have finer times than what was written down of this one.
  if (Math.trunc((await stat(fix.path)).mtimeMs) !== fix.modified) return false;
  if (await isListening(fix.port, surroundings)) return false;
  const pid = parseLockFile((await readText(fix.path)) ?? "")?.pid;
  const fact = processFact(pid);
  if (pid === undefined || fact === "dead") return true;
  return isReused(pid, fix.modified, surroundings);
}

/** It still has the mode that was shown, or the right one already, and is this user's. */
async function isAsShown(fix: Fix & { kind: "set-mode" }, { uid }: Surroundings): Promise<boolean> {
  const { mode, uid: owner } = await stat(fix.path);
  return [fix.was, fix.mode].includes(mode & 0o777) && (uid === undefined || owner === uid || uid === 0);
}

/**
 * Carries a repair out. What has been repaired in the meantime counts as done.
 *
 * @example
 * const { words } = await applyFix(fix, surroundings);
 * console.log(words);
 */
export async function applyFix(fix: Fix, surroundings: Surroundings): Promise<Repair> {
  const path = tilde(fix.path, surroundings.home);
  try {
    if (fix.kind === "set-mode") {
      if (!(await isAsShown(fix, surroundings)))
        return { isDone: false, words: `${path} was left alone: it has changed since.` };
      await chmod(fix.path, fix.mode);
      return { isDone: true, words: `${path} has the mode ${octal(fix.mode)} now.` };
    }
    if (!(await isNobodys(fix, surroundings)))
      return { isDone: false, words: `${path} was left alone: an editor is behind it now.` };
    await rm(fix.path);
    return { isDone: true, words: `${path} is removed.` };
  } catch (error) {
    const code = systemErrorCode(error) ?? "unknown error";
    if (code === "ENOENT") return { isDone: true, words: `${path} is gone already.` };
    return { isDone: false, words: `${path} could not be changed (${code}).` };
  }
}
