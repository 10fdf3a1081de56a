/** Applies a fix, after checking again: something may have changed before the user agreed. */
import { chmod, rm, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { systemErrorCode } from "@tandem-ide/base";
import { tilde } from "@tandem-ide/base/node";
import { parseLockFile } from "@tandem-ide/protocol";
import { octal } from "../diagnoses/format.js";
import { readText } from "../facts/files.js";
import { isReused, processFact } from "../facts/processes.js";
import type { Surroundings } from "../facts/surroundings.js";
import type { Fix } from "./fix.js";

/**
 * The result of a fix.
 *
 * @example
 * const { isDone, message }: FixResult = await applyFix(fix, surroundings);
 */
export interface FixResult {
  readonly isDone: boolean;
  readonly message: string;
}

/**
 * Describes what a fix will do.
 *
 * @example
 * describeFix(fix, "/home/ada"); // "Set the mode of ~/.claude/ide to 0700 (now 0755)"
 */
export function describeFix(fix: Fix, home: string): string {
  const path = tilde(fix.path, home);
  return fix.kind === "set-mode"
    ? `Set the mode of ${path} to ${octal(fix.mode)} (now ${octal(fix.was)})`
    : `Remove the unused lock file ${path}`;
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
    const stop = clock.after(probeMs, () => done(true)); // Something is listening, but it is slow.
    socket.on("connect", () => done(true));
    socket.on("error", () => done(false));
  });
}

async function isUnused(fix: Fix & { kind: "remove-lock" }, surroundings: Surroundings): Promise<boolean> {
  // File times are finer than the recorded one.
  if (Math.trunc((await stat(fix.path)).mtimeMs) !== fix.modified) return false;
  if (await isListening(fix.port, surroundings)) return false;
  const pid = parseLockFile((await readText(fix.path)) ?? "")?.pid;
  const fact = processFact(pid);
  if (pid === undefined || fact === "dead") return true;
  return isReused(pid, fix.modified, surroundings);
}

/** Checks that the file is the user's and still has the mode that was shown, or already the right one. */
async function isAsShown(fix: Fix & { kind: "set-mode" }, { uid }: Surroundings): Promise<boolean> {
  const { mode, uid: owner } = await stat(fix.path);
  return [fix.was, fix.mode].includes(mode & 0o777) && (uid === undefined || owner === uid || uid === 0);
}

/**
 * Applies a fix. If it is no longer needed, that counts as done.
 *
 * @example
 * const { message } = await applyFix(fix, surroundings);
 * console.log(message);
 */
export async function applyFix(fix: Fix, surroundings: Surroundings): Promise<FixResult> {
  const path = tilde(fix.path, surroundings.home);
  try {
    if (fix.kind === "set-mode") {
      if (!(await isAsShown(fix, surroundings))) return { isDone: false, message: `Skipped ${path}: it has changed.` };
      await chmod(fix.path, fix.mode);
      return { isDone: true, message: `Set the mode of ${path} to ${octal(fix.mode)}.` };
    }
    if (!(await isUnused(fix, surroundings)))
      return { isDone: false, message: `Skipped ${path}: an editor is using it now.` };
    await rm(fix.path);
    return { isDone: true, message: `Removed ${path}.` };
  } catch (error) {
    const code = systemErrorCode(error) ?? "unknown error";
    if (code === "ENOENT") return { isDone: true, message: `${path} was already removed.` };
    return { isDone: false, message: `Can't change ${path} (${code}).` };
  }
}
