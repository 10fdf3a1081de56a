/** Programs of the user: where they are, and which of them lie in the folder that is looked at and are not run. */
import { lstat, stat } from "node:fs/promises";
import {
  commandFiles,
  findCommand,
  isProgram,
  neutralDirectory,
  neutralEnvironment,
  programsFor,
  workspaceAt,
} from "@tandem/workspace/programs";
import type { Surroundings } from "./surroundings.js";

/** The folder that is looked at; none where the user's own programs lie in it too. */
function workspaceOf({ cwd, home, realHome = home }: Surroundings): readonly string[] {
  return workspaceAt(cwd, home).filter((folder) => workspaceAt(folder, realHome).length > 0);
}

function searchIn(surroundings: Surroundings) {
  const { env, cwd, platform } = surroundings;
  return { env, cwd, platform, folders: workspaceOf(surroundings) };
}

/**
 * Where a command is, outside of the folder that is looked at: a program in it is code that nobody has agreed to run.
 * A path is taken from there as it is.
 */
export function findProgram(name: string, surroundings: Surroundings): Promise<string | undefined> {
  return findCommand(name, searchIn(surroundings));
}

/** The program of the folder that a shell would start for a command, which is not run here. */
export async function findInFolder(name: string, surroundings: Surroundings): Promise<string | undefined> {
  for await (const { path, isFromWorkspace } of programsFor(name, searchIn(surroundings)))
    return isFromWorkspace ? path : undefined;
  return undefined;
}

/** Where a program is asked, so that nothing in the folder has a say in what runs. */
export async function askingPlace(surroundings: Surroundings) {
  const { env } = surroundings;
  return { cwd: neutralDirectory(env), env: await neutralEnvironment(env, workspaceOf(surroundings)) };
}

/** Something that bears a command's name and cannot be started, and why. */
export interface Unstartable {
  readonly path: string;
  readonly why: string;
}

async function whyNot(path: string): Promise<string | undefined> {
  const link = await lstat(path).catch(() => undefined);
  if (!link) return undefined;
  const file = await stat(path).catch(() => undefined);
  if (!file) return "it is a link that leads to no file";
  return file.isFile() ? "it is a file that you may not execute" : undefined;
}

/** What a shell passes over, where it finds no program of that name. A folder of the name is nothing. */
export async function findUnstartable(name: string, surroundings: Surroundings): Promise<Unstartable | undefined> {
  for (const { path } of commandFiles(name, searchIn(surroundings))) {
    // A program of the folder could be started, and is not.
    if (await isProgram(path)) continue;
    const why = await whyNot(path);
    if (why !== undefined) return { path, why };
  }
  return undefined;
}
