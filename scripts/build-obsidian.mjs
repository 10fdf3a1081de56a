/**
 * Puts the plugin for Obsidian together in editors/obsidian/plugin/tandem: one bundled file, the manifest, the styles. From there it
 * is copied into a vault's .obsidian/plugins.
 */
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./command.mjs";

const source = join(root, "editors/obsidian");
/** Named as the plugin: so it is copied into a vault. */
export const pluginFolder = join(source, "plugin/tandem");

/** What Obsidian gives its plugins: with a copy of its own a plugin's extensions would not be known to the editor. */
export const givenByObsidian = [
  "obsidian",
  "electron",
  "@codemirror/autocomplete",
  "@codemirror/collab",
  "@codemirror/commands",
  "@codemirror/language",
  "@codemirror/lint",
  "@codemirror/search",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/common",
  "@lezer/highlight",
  "@lezer/lr",
];

/**
 * Highlighting in a review is of the note itself. What lang-markdown would bring for HTML inside of it, with grammars for
 * scripts and styles, is more than the rest of the plugin.
 */
const withoutHtml = {
  name: "without-html",
  setup(build) {
    build.onResolve({ filter: /^@codemirror\/lang-html$/ }, () => ({ path: "lang-html", namespace: "without-html" }));
    build.onLoad({ filter: /.*/, namespace: "without-html" }, () => ({
      contents: `
        export const html = () => ({ language: { parser: undefined }, support: [] });
        export const htmlCompletionSource = () => null;
      `,
    }));
  },
};

export async function buildObsidian(folder = pluginFolder) {
  const { build } = await import("esbuild");
  const written = `${folder}.${process.pid}`;
  await mkdir(written, { recursive: true });
  await build({
    entryPoints: [join(source, "src/main.ts")],
    outfile: join(written, "main.js"),
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    // The Electron of Obsidian's installers of the last two years.
    target: ["es2022", "chrome120", "node20"],
    legalComments: "none",
    conditions: ["@tandem/source"],
    // The last two are optional helpers of ws, which it does without.
    external: [...givenByObsidian, "bufferutil", "utf-8-validate"],
    plugins: [withoutHtml],
    banner: { js: "/* Tandem, bundled. Its source is in the repository. */" },
  });
  const copies = ["manifest.json", "styles.css", "README.md"];
  await Promise.all([
    ...copies.map((name) => cp(join(source, name), join(written, name))),
    cp(join(root, "LICENSE"), join(written, "LICENSE")),
  ]);
  // Each file whole or not at all: a test may load it this moment. What else is in the folder stays: in a vault the user's
  // settings are beside these.
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(written)) await rename(join(written, name), join(folder, name));
  await rm(written, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildObsidian();
