/** Finds the user's programs. Programs inside the examined folder are never run. */
import { lstat, stat } from "node:fs/promises";
import {
  commandFiles,
  findCommand,
  isProgram,
  neutralDirectory,
  neutralEnvironment,
  programsFor,
  workspaceAt,
} from "@tandem-ide/workspace/programs";
import type { Surroundings } from "./surroundings.js";

/** Returns the examined folder, or nothing if it contains the user's home directory. */
function workspaceOf({ cwd, home, realHome = home }: Surroundings): readonly string[] {
  return workspaceAt(cwd, home).filter((folder) => workspaceAt(folder, realHome).length > 0);
}

function searchIn(surroundings: Surroundings) {
  const { env, cwd, platform } = surroundings;
  return { env, cwd, platform, folders: workspaceOf(surroundings) };
}

/**
 * Finds a command outside the examined folder, because nobody has agreed to run the folder's code.
 * A path is used as is.
 */
export function findProgram(name: string, surroundings: Surroundings): Promise<string | undefined> {
  return findCommand(name, searchIn(surroundings));
}

/** Finds the program in the folder that a shell would start for a command. It is not run. */
export async function findInFolder(name: string, surroundings: Surroundings): Promise<string | undefined> {
  for await (const { path, isFromWorkspace } of programsFor(name, searchIn(surroundings)))
    return isFromWorkspace ? path : undefined;
  return undefined;
}

/** Returns a directory and an environment in which nothing from the folder can influence what runs. */
export async function safeRunOptions(surroundings: Surroundings) {
  const { env } = surroundings;
  return { cwd: neutralDirectory(env), env: await neutralEnvironment(env, workspaceOf(surroundings)) };
}

/** A file with a command's name that can't be started, and why. */
export interface Unusable {
  readonly path: string;
  readonly why: string;
}

async function whyNot(path: string): Promise<string | undefined> {
  const link = await lstat(path).catch(() => undefined);
  if (!link) return undefined;
  const file = await stat(path).catch(() => undefined);
  if (!file) return "it is a broken link";
  return file.isFile() ? "you don't have permission to execute it" : undefined;
}

/** Finds a file with this name that a shell would skip because it can't be started. */
export async function findUnusable(name: string, surroundings: Surroundings): Promise<Unusable | undefined> {
  for (const { path } of commandFiles(name, searchIn(surroundings))) {
    // A program in the folder can be started, but isn't.
    if (await isProgram(path)) continue;
    const why = await whyNot(path);
    if (why !== undefined) return { path, why };
  }
  return undefined;
}
