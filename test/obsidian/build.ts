/**
 * Builds the plugin as users get it, and the emulation of Obsidian for tests. Obsidian has older releases of CodeMirror's
 * state and view than this repository. The emulation depends on those releases, so accidental use of a newer API fails
 * here as it would in Obsidian.
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildObsidian } from "../../scripts/build-obsidian.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache/tandem-obsidian");
const older = join(root, "node_modules/obsidian-test-mocks/node_modules/@codemirror");

/** Resolves every import of state and view to Obsidian's copy. */
export const obsidiansCodeMirror = {
  "@codemirror/state": join(older, "state"),
  "@codemirror/view": join(older, "view"),
};

export interface Built {
  /** The folder of the built plugin. */
  readonly plugin: string;
  /** The program that emulates Obsidian. */
  readonly program: string;
}

/** Builds both in a new folder, so that test files don't overwrite each other's build. */
export async function buildEmulation(): Promise<Built> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "run-"));
  const plugin = join(folder, "tandem-ide");
  const program = join(folder, "emulation.cjs");
  await Promise.all([
    buildObsidian(plugin),
    build({
      entryPoints: [fileURLToPath(new URL("emulation/main.ts", import.meta.url))],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      conditions: ["@tandem-ide/source"],
      alias: obsidiansCodeMirror,
      external: ["jsdom", "obsidian-test-mocks"],
    }),
  ]);
  return { plugin, program };
}
