/**
 * The Vite configuration of the pages. scripts/build-page.mjs sets the package. The host serves the result and inserts nonce
 * and secret into the HTML.
 */
import { defineConfig } from "vite";

const { TANDEM_PAGE_FOLDER: folder } = process.env;

// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default defineConfig({
  root: `${folder}/src/page`,
  base: "./",
  // Bundles Tandem's packages from source, so that they needn't be built first.
  resolve: { conditions: ["@tandem-ide/source", "module", "browser", "development|production"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: `${folder}/dist/page`,
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // The content security policy allows no inline scripts and no data: styles, so everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The workbench needs its editor immediately. Compressed, it is a third of this size.
    chunkSizeWarningLimit: 600,
  },
});
