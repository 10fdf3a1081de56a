/** Finds Obsidian's vaults and Tandem's plugin in each. */
import { join } from "node:path";
import * as z from "zod/mini";
import { readJson } from "../files.js";
import type { Surroundings } from "../surroundings.js";

/** A vault in Obsidian's list. */
export interface VaultFacts {
  readonly path: string;
  /** The plugin's version; undefined if it isn't installed. */
  readonly plugin?: string;
  /** Whether the plugin is turned on in the vault. */
  readonly isEnabled: boolean;
}

const vaultsSchema = z.object({ vaults: z.record(z.string(), z.object({ path: z.string() })) });
const manifestSchema = z.object({ version: z.string() });
const enabledSchema = z.array(z.string());
const pluginId = "tandem-ide";

/** Returns the path of Obsidian's list of vaults. */
function listFile({ env, home, platform }: Surroundings): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "obsidian", "obsidian.json");
  if (platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "obsidian", "obsidian.json");
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "obsidian", "obsidian.json");
}

async function read<T>(path: string, schema: { safeParse(value: unknown): { success: boolean; data?: T } }) {
  const json = await readJson(path);
  return json.state === "read" ? schema.safeParse(json.value).data : undefined;
}

/** Returns the vaults; undefined if Obsidian has never been started. */
export async function gatherObsidian(surroundings: Surroundings): Promise<VaultFacts[] | undefined> {
  const list = await read(listFile(surroundings), vaultsSchema);
  if (!list) return undefined;
  return await Promise.all(
    Object.values(list.vaults).map(async ({ path }): Promise<VaultFacts> => {
      const folder = join(path, ".obsidian");
      const manifest = await read(join(folder, "plugins", pluginId, "manifest.json"), manifestSchema);
      const enabled = await read(join(folder, "community-plugins.json"), enabledSchema);
      return {
        path,
        ...(manifest && { plugin: manifest.version }),
        isEnabled: enabled?.includes(pluginId) ?? false,
      };
    }),
  );
}
