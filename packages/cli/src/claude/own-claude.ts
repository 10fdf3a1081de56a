/** Which Claude Code `tandem claude` starts: the user's own, not one that the folder puts in its place. */
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { findOutside, ownStart, programsFor, workspaceAt, workspaceTest } from "@tandem/workspace/programs";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";

function inFolder(path: string): CommandError {
  return new CommandError(exitCodes.cannotStart, `${path} is a file of this folder, so it was not started.`, [
    "Install Claude Code for yourself (npm install -g @anthropic-ai/claude-code),",
    `or, if you trust this folder, name it: tandem claude --claude-path ${path}`,
  ]);
}

/**
 * The program for a name, or a path, that nobody has typed: it comes from `TANDEM_CLAUDE`, or is `claude`. A name that
 * is found nowhere is left as it is; starting it tells why not.
 */
export async function ownClaude(wanted: string, { env, cwd }: Context): Promise<string> {
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

/** The words that start it, where the folder has no say in what runs it. */
export async function startOf(program: string, { env, cwd }: Context): Promise<readonly [string, ...string[]]> {
  const words = await ownStart(program, { env, cwd, folders: workspaceAt(cwd, env.HOME || homedir()) });
  if (words) return words;
  throw new CommandError(
    exitCodes.cannotStart,
    `${program} was not started: what runs it is on your PATH only as a file of this folder.`,
    ["Install that for yourself (Node, for Claude Code from npm), or put its folder on your PATH."],
  );
}
