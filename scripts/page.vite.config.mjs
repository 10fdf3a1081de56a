/**
 * How the pages are built, for scripts/build-page.mjs, which names the package that has the page. The host serves what
 * comes out, and writes nonce and secret into the HTML.
 */
import { defineConfig } from "vite";

const { TANDEM_PAGE_FOLDER: folder } = process.env;

// biome-ignore lint/style/noDefaultExport: this is where Vite looks for it.
export default defineConfig({
  root: `${folder}/src/page`,
  base: "./",
  // Tandem's own packages are bundled from their source, so the page needs no build before its own.
  resolve: { conditions: ["@tandem/source", "module", "browser", "development|production"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: `${folder}/dist/page`,
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // The page's policy allows no inline scripts and no data: styles, so everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The workbench's editor is one part and is needed at once; compressed it is a third of this.
    chunkSizeWarningLimit: 600,
  },
});
