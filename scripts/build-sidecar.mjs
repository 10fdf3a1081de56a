/** Bundles the sidecar of the plugin for Neovim into its one file, which needs nothing but Node. */
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./command.mjs";

export const sidecarFile = join(root, "editors/neovim/sidecar/tandem.mjs");

/** How it is bundled, but for where to; what measures its parts takes the same. */
export const sidecarBuild = {
  entryPoints: [join(root, "editors/neovim/src/main.ts")],
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  target: "node20",
  legalComments: "none",
  conditions: ["@tandem/source"],
  // The client for Neovim loads a logger that it uses only when it is given none.
  alias: { winston: join(root, "editors/neovim/src/no-winston.ts") },
  // … and decodes strings with what takes a byte-order mark off them.
  inject: [join(root, "editors/neovim/src/exact-decoder.ts")],
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

export async function buildSidecar() {
  const { build } = await import("esbuild");
  await mkdir(join(root, "editors/neovim/sidecar"), { recursive: true });
  const written = `${sidecarFile}.${process.pid}`;
  await build({ ...sidecarBuild, outfile: written });
  // Whole or not at all: a Neovim may start it this moment.
  await rename(written, sidecarFile);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSidecar();
