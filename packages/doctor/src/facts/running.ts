/**
 * What this user's running programs give away: editors that have announced nothing, and config directories that only
 * they know, because the variable was set where they started. Only Linux tells that without asking another program.
 */
import { readFile, readlink, stat } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import { isInside } from "@tandem/base/node";
import { lockDirectoryName, parseLockFile, portOfLockFile } from "@tandem/protocol";
import { namesIn, readText } from "./files.js";
import { servesHere } from "./folders.js";
import { processFact } from "./processes.js";
import type { Surroundings } from "./surroundings.js";

/** A living editor's lock for this folder, in a directory that is named in that editor's surroundings and not in these. */
export interface HiddenLock {
  readonly configDir: string;
  readonly file: string;
  readonly port: number;
  readonly name: string;
}

/** What was seen of running programs. */
export interface RunningFacts {
  /** Editors that Tandem has a plugin for, by name, where they were started in this folder or above it. */
  readonly editors: readonly string[];
  readonly hidden: readonly HiddenLock[];
}

/** Names of programs, as the first word of their command line has them. */
const editorNames: ReadonlyMap<string, string> = new Map([
  ["nvim", "Neovim"],
  ["code", "VS Code"],
  ["codium", "VSCodium"],
  ["cursor", "Cursor"],
  ["windsurf", "Windsurf"],
  ["obsidian", "Obsidian"],
]);

/** A machine has a few hundred processes; of one with more, those are enough. */
const mostProcesses = 5000;
const atOnce = 64;

interface Seen {
  readonly editor?: string | undefined;
  readonly configDir?: string | undefined;
}

/** Started here or above; what starts with the system is started in its root. */
function isAround(place: string, cwd: string): boolean {
  return place !== "/" && isInside(place, cwd);
}

async function look(folder: string, { uid, cwd }: { uid: number; cwd: string }): Promise<Seen> {
  // Others' processes are none of our business, even for root.
  if ((await stat(folder)).uid !== uid) return {};
  // Files of the kernel: they say that they are empty, and are read whole all the same.
  const [command, variables] = await Promise.all([
    readFile(join(folder, "cmdline"), "utf8"),
    readFile(join(folder, "environ"), "utf8").catch(() => ""),
  ]);
  const [program = ""] = command.split("\0");
  const variable = variables.split("\0").find((one) => one.startsWith("CLAUDE_CONFIG_DIR="));
  const configDir = variable?.slice("CLAUDE_CONFIG_DIR=".length);
  const editor = editorNames.get(basename(program));
  const isHere = editor !== undefined && isAround(await readlink(join(folder, "cwd")), cwd);
  return {
    ...(isHere && { editor }),
    ...(configDir !== undefined && isAbsolute(configDir) && { configDir: resolve(configDir) }),
  };
}

async function locksIn(configDir: string, cwd: string): Promise<HiddenLock[]> {
  const folder = join(configDir, lockDirectoryName);
  const found = await Promise.all(
    (await namesIn(folder)).slice(0, mostProcesses).map(async (fileName): Promise<HiddenLock[]> => {
      const port = portOfLockFile(fileName);
      const file = join(folder, fileName);
      const lock = port === undefined ? undefined : parseLockFile((await readText(file).catch(() => "")) ?? "");
      if (port === undefined || lock?.pid === undefined || processFact(lock.pid) !== "alive") return [];
      if (!(await servesHere(lock.workspaceFolders ?? [], cwd))) return [];
      return [{ configDir, file, port, name: lock.ideName || "IDE" }];
    }),
  );
  return found.flat();
}

/** Looks through this user's processes. `known` are the config directories that are looked into anyway. */
export async function gatherRunning(
  { root, platform, uid }: Surroundings,
  { cwd, known }: { readonly cwd: string; readonly known: readonly string[] },
): Promise<RunningFacts> {
  if (platform !== "linux" || uid === undefined) return { editors: [], hidden: [] };
  const numbers = (await namesIn(join(root, "proc"))).filter((name) => /^\d+$/.test(name)).slice(0, mostProcesses);
  const seen: Seen[] = [];
  for (let start = 0; start < numbers.length; start += atOnce) {
    const some = numbers.slice(start, start + atOnce);
    // One that has ended since it was listed was nobody.
    seen.push(
      ...(await Promise.all(some.map((name) => look(join(root, "proc", name), { uid, cwd }).catch(() => ({}))))),
    );
  }
  const editors = new Set(seen.flatMap(({ editor }) => editor ?? []));
  const directories = new Set(seen.flatMap(({ configDir }) => configDir ?? []));
  for (const path of known) directories.delete(resolve(path));
  const hidden = await Promise.all([...directories].map((directory) => locksIn(directory, cwd)));
  return { editors: [...editors].sort(), hidden: hidden.flat() };
}
