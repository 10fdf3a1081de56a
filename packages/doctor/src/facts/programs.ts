/** Programs of the user: where they are, and what they say of themselves. */
import { access, constants, lstat, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { Surroundings } from "./surroundings.js";

async function isProgram(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The names under which Windows would start a command. */
function candidates(name: string, { env, platform }: Surroundings): string[] {
  if (platform !== "win32" || /\.\w+$/.test(name)) return [name];
  return (env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";").map((extension) => name + extension);
}

/** Every file that a command could be, in the order in which a shell looks. */
function places(name: string, surroundings: Surroundings): string[] {
  const { env, platform, cwd } = surroundings;
  const paths = platform === "win32" ? win32 : posix;
  const isPath = name.includes("/") || name.includes(paths.sep);
  const folders = isPath
    ? [cwd]
    : (env.PATH ?? env.Path ?? "").split(paths.delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) =>
    candidates(name, surroundings).map((candidate) => paths.resolve(cwd, folder, candidate)),
  );
}

/** Where a command is, as a shell would find it. By hand: it is a loop, and the PATH is that of the surroundings. */
export async function findProgram(name: string, surroundings: Surroundings): Promise<string | undefined> {
  for (const path of places(name, surroundings)) if (await isProgram(path)) return path;
  return undefined;
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
  for (const path of places(name, surroundings)) {
    const why = await whyNot(path);
    if (why !== undefined) return { path, why };
  }
  return undefined;
}
