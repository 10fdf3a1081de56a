/** Bundles a test's program into a temporary directory, so that it runs without a build. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface BundledProgram {
  readonly path: string;
  remove(): Promise<void>;
}

export async function bundleProgram(entry: URL): Promise<BundledProgram> {
  const directory = await mkdtemp(join(tmpdir(), "tandem-program-"));
  const path = join(directory, "program.mjs");
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@tandem-ide/source"],
    // Some bundled packages are CommonJS and load Node modules with require.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return { path, remove: () => rm(directory, { recursive: true, force: true }) };
}
