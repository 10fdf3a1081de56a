/** Finds the Claude Code that `tandem claude` starts: the user's, never one from the current folder. */
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { findOutside, programsFor, trustedCommand, workspaceAt, workspaceTest } from "@tandem-ide/workspace/programs";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";

function inFolder(path: string): CommandError {
  return new CommandError(exitCodes.cannotStart, `${path} wasn't started because it is inside this folder.`, [
    "Install Claude Code globally: npm install -g @anthropic-ai/claude-code",
    `If you trust this folder: tandem claude --claude-path ${path}`,
  ]);
}

/**
 * Finds the program for `wanted`, which is `claude` or the value of `TANDEM_CLAUDE`. A name that isn't found is
 * returned as is; starting it reports the error.
 */
export async function findClaude(wanted: string, { env, cwd }: Context): Promise<string> {
  const folders = workspaceAt(cwd, env.HOME || homedir());
  if (/[\\/]/.test(wanted)) {
    const path = resolve(cwd, wanted);
    const isOurs = await workspaceTest(folders);
    if (!isAbsolute(wanted) || (await isOurs(path))) throw inFolder(path);
    return wanted;
  }
  const search = { env, cwd, folders };
  const found = await findOutside(wanted, search);
  if (found !== undefined) return found;
  for await (const { path } of programsFor(wanted, search)) throw inFolder(path);
  return wanted;
}

/** Returns the command line that starts the program with an interpreter from outside this folder. */
export async function commandFor(program: string, { env, cwd }: Context): Promise<readonly [string, ...string[]]> {
  const command = await trustedCommand(program, { env, cwd, folders: workspaceAt(cwd, env.HOME || homedir()) });
  if (command) return command;
  throw new CommandError(
    exitCodes.cannotStart,
    `${program} wasn't started: the only interpreter for it on your PATH is inside this folder.`,
    ["Install the interpreter (Node.js, for Claude Code from npm) globally, or add its folder to your PATH."],
  );
}
