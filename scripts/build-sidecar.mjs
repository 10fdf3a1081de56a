/** Bundles the sidecar of the Neovim plugin into one file that only needs Node. */
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./command.mjs";

export const sidecarFile = join(root, "editors/neovim/sidecar/tandem.mjs");

/** The build options without the output. The benchmarks use them too. */
export const sidecarBuild = {
  entryPoints: [join(root, "editors/neovim/src/main.ts")],
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  target: "node20",
  legalComments: "none",
  conditions: ["@tandem-ide/source"],
  // The Neovim client loads a logger even if another one is passed.
  alias: { winston: join(root, "editors/neovim/src/no-winston.ts") },
  // It also decodes strings with a decoder that drops byte-order marks.
  inject: [join(root, "editors/neovim/src/exact-decoder.ts")],
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

export async function buildSidecar() {
  const { build } = await import("esbuild");
  await mkdir(join(root, "editors/neovim/sidecar"), { recursive: true });
  const written = `${sidecarFile}.${process.pid}`;
  await build({ ...sidecarBuild, outfile: written });
  // It is renamed into place, because a Neovim may be starting it.
  await rename(written, sidecarFile);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSidecar();
