/**
 * Bundles the three parts of the application into dist/.
 *
 *   node build.mjs [folder]
 */
import { cp, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const source = (path) => join(here, "src", path);

/** `entries` replaces the entry points, so that tests can wrap them. */
export async function buildEditor(folder = join(here, "dist"), entries = {}) {
  // "@tandem-ide/source" uses this repository's packages without building them.
  const common = { bundle: true, conditions: ["@tandem-ide/source"], logLevel: "warning", sourcemap: true };
  await mkdir(join(folder, "page"), { recursive: true });
  await Promise.all([
    build({
      ...common,
      entryPoints: [entries.main ?? source("main/entry.ts")],
      outfile: join(folder, "main.cjs"),
      platform: "node",
      format: "cjs",
      external: ["electron"],
    }),
    build({
      ...common,
      entryPoints: [entries.preload ?? source("preload/preload.ts")],
      outfile: join(folder, "preload.cjs"),
      // A sandboxed preload script can only require parts of Electron, not Node.
      platform: "browser",
      format: "cjs",
      external: ["electron"],
    }),
    build({
      ...common,
      entryPoints: [{ in: entries.renderer ?? source("renderer/renderer.ts"), out: "renderer" }],
      outdir: join(folder, "page"),
      platform: "browser",
      format: "esm",
      // Languages load on demand.
      splitting: true,
    }),
    cp(source("renderer/index.html"), join(folder, "page/index.html")),
    cp(source("renderer/style.css"), join(folder, "page/style.css")),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await buildEditor(process.argv[2] === undefined ? undefined : resolve(process.argv[2]));
