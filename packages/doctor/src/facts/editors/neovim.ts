/** Finds Neovim and Tandem's plugin for it. */
import { join } from "node:path";
import * as z from "zod/mini";
import { ask } from "../ask.js";
import { exists, namesIn, readJson } from "../files.js";
import { findProgram } from "../programs.js";
import type { Surroundings } from "../surroundings.js";
import { numbersOf } from "../versions.js";

/** A copy of the plugin. Only a clone contains its version. */
export interface NeovimPlugin {
  readonly path: string;
  readonly isBuilt: boolean;
  readonly version?: string;
}

/** Facts about Neovim. */
export interface NeovimFacts {
  /** Undefined if there is no `nvim` on the PATH. */
  readonly program?: { readonly path: string; readonly version?: string };
  /** Copies of the plugin in the usual folders. */
  readonly plugins: readonly NeovimPlugin[];
}

const limitMs = 4000;
const manifestSchema = z.object({ version: z.string() });

async function programOf(surroundings: Surroundings, signal?: AbortSignal) {
  const path = await findProgram("nvim", surroundings);
  if (path === undefined) return undefined;
  const answer = await ask(path, ["--version"], surroundings, { limitMs, signal });
  const version = "output" in answer ? numbersOf(answer.output.split("\n")[0] ?? "")?.join(".") : undefined;
  return { path, ...(version !== undefined && { version }) };
}

/** Returns the folders of all plugins: Neovim's packages, lazy.nvim's and vim.pack's. */
async function pluginFolders({ env, home }: Surroundings): Promise<string[]> {
  const data = join(env.XDG_DATA_HOME || join(home, ".local", "share"), "nvim");
  const config = join(env.XDG_CONFIG_HOME || join(home, ".config"), "nvim");
  const packs = [join(data, "site", "pack"), join(config, "pack")];
  const groups = await Promise.all(
    packs.map(async (pack) =>
      (await namesIn(pack)).flatMap((name) => ["start", "opt"].map((kind) => join(pack, name, kind))),
    ),
  );
  const parents = [...groups.flat(), join(data, "lazy")];
  const folders = await Promise.all(
    parents.map(async (parent) => (await namesIn(parent)).map((name) => join(parent, name))),
  );
  return folders.flat();
}

async function pluginIn(folder: string): Promise<NeovimPlugin | undefined> {
  // In a clone of the repository, the plugin is in a subfolder.
  for (const path of [folder, join(folder, "editors", "neovim")])
    if (await exists(join(path, "lua", "tandem", "sidecar.lua"))) {
      const json = await readJson(join(path, "package.json"));
      const version = json.state === "read" ? manifestSchema.safeParse(json.value).data?.version : undefined;
      const isBuilt = (await namesIn(join(path, "sidecar"))).length > 0;
      return { path, isBuilt, ...(version !== undefined && { version }) };
    }
  return undefined;
}

/** Finds Neovim and the plugin. */
export async function gatherNeovim(surroundings: Surroundings, signal?: AbortSignal): Promise<NeovimFacts> {
  const [program, folders] = await Promise.all([programOf(surroundings, signal), pluginFolders(surroundings)]);
  const plugins = await Promise.all(folders.map(pluginIn));
  return { ...(program && { program }), plugins: plugins.filter((plugin) => plugin !== undefined) };
}
