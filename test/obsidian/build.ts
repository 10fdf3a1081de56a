/**
 * Makes what the tests run: the plugin as users get it, and the emulation of Obsidian around it. Obsidian has older releases
 * of CodeMirror's state and view than this repository; the emulation's own dependencies are those, so they are taken: a
 * newer interface that is used by mistake fails here as it would there.
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildObsidian } from "../../scripts/build-obsidian.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache/tandem-obsidian");
const older = join(root, "node_modules/obsidian-test-mocks/node_modules/@codemirror");

/** Every import of state and view, whoever imports, gets the one copy that Obsidian has. */
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

/** Both, in a folder of their own, so that test files do not build over each other. */
export async function buildEmulation(): Promise<Built> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "run-"));
  const plugin = join(folder, "tandem");
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
      conditions: ["@tandem/source"],
      alias: obsidiansCodeMirror,
      external: ["jsdom", "obsidian-test-mocks"],
    }),
  ]);
  return { plugin, program };
}
