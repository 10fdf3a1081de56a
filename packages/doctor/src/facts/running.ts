/**
 * Examines the user's running programs: editors without a lock, and config directories that only
 * they use because the variable was set where they started. Linux only, because it needs no other program there.
 */
import { readFile, readlink, stat } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import { lockDirectoryName, parseLockFile, portOfLockFile } from "@tandem-ide/protocol";
import { containsCwd, namesIn, readText } from "./files.js";

import { processFact } from "./processes.js";
import type { Surroundings } from "./surroundings.js";

/** The lock of a running editor for this folder, in a config directory that only the editor's environment names. */
export interface HiddenLock {
  readonly configDir: string;
  readonly file: string;
  readonly port: number;
  readonly name: string;
}

/** Facts about running programs. */
export interface RunningFacts {
  /** Names of editors with a Tandem plugin that were started in this folder or a parent. */
  readonly editors: readonly string[];
  readonly hidden: readonly HiddenLock[];
}

/** Editors by the program name on their command line. */
const editorNames: ReadonlyMap<string, string> = new Map([
  ["nvim", "Neovim"],
  ["code", "VS Code"],
  ["codium", "VSCodium"],
  ["cursor", "Cursor"],
  ["windsurf", "Windsurf"],
  ["obsidian", "Obsidian"],
]);

/** A machine usually has a few hundred processes. */
const maxProcesses = 5000;
const atOnce = 64;

interface Seen {
  readonly editor?: string | undefined;
  readonly configDir?: string | undefined;
}

/** Checks whether a program was started here or in a parent. Services start in `/`, which doesn't count. */
function isStartedAround(folder: string, cwd: string): boolean {
  return folder !== "/" && isInside(folder, cwd);
}

async function examineProcess(folder: string, { uid, cwd }: { uid: number; cwd: string }): Promise<Seen> {
  // Leaves other users' processes alone, even as root.
  if ((await stat(folder)).uid !== uid) return {};
  // These kernel files report size 0, so readText would return nothing.
  const [command, variables] = await Promise.all([
    readFile(join(folder, "cmdline"), "utf8"),
    readFile(join(folder, "environ"), "utf8").catch(() => ""),
  ]);
  const [program = ""] = command.split("\0");
  const variable = variables.split("\0").find((one) => one.startsWith("CLAUDE_CONFIG_DIR="));
  const configDir = variable?.slice("CLAUDE_CONFIG_DIR=".length);
  const editor = editorNames.get(basename(program));
  const isHere = editor !== undefined && isStartedAround(await readlink(join(folder, "cwd")), cwd);
  return {
    ...(isHere && { editor }),
    ...(configDir !== undefined && isAbsolute(configDir) && { configDir: resolve(configDir) }),
  };
}

async function locksIn(configDir: string, cwd: string): Promise<HiddenLock[]> {
  const folder = join(configDir, lockDirectoryName);
  const found = await Promise.all(
    (await namesIn(folder)).slice(0, maxProcesses).map(async (fileName): Promise<HiddenLock[]> => {
      const port = portOfLockFile(fileName);
      const file = join(folder, fileName);
      const lock = port === undefined ? undefined : parseLockFile((await readText(file).catch(() => "")) ?? "");
      if (port === undefined || lock?.pid === undefined || processFact(lock.pid) !== "alive") return [];
      if (!(await containsCwd(lock.workspaceFolders ?? [], cwd))) return [];
      return [{ configDir, file, port, name: lock.ideName || "IDE" }];
    }),
  );
  return found.flat();
}

/** Examines the user's processes. `known` are the config directories that are checked anyway. */
export async function gatherRunning(
  { root, platform, uid }: Surroundings,
  { cwd, known }: { readonly cwd: string; readonly known: readonly string[] },
): Promise<RunningFacts> {
  if (platform !== "linux" || uid === undefined) return { editors: [], hidden: [] };
  const numbers = (await namesIn(join(root, "proc"))).filter((name) => /^\d+$/.test(name)).slice(0, maxProcesses);
  const seen: Seen[] = [];
  for (let start = 0; start < numbers.length; start += atOnce) {
    const some = numbers.slice(start, start + atOnce);
    // A process may end after it was listed.
    seen.push(
      ...(await Promise.all(
        some.map((name) => examineProcess(join(root, "proc", name), { uid, cwd }).catch(() => ({}))),
      )),
    );
  }
  const editors = new Set(seen.flatMap(({ editor }) => editor ?? []));
  const directories = new Set(seen.flatMap(({ configDir }) => configDir ?? []));
  for (const path of known) directories.delete(resolve(path));
  const hidden = await Promise.all([...directories].map((directory) => locksIn(directory, cwd)));
  return { editors: [...editors].sort(), hidden: hidden.flat() };
}
