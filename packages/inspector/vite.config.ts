/** Builds the page. The host serves what comes out, and writes the secret into the HTML. */
import { defineConfig } from "vite";

// biome-ignore lint/style/noDefaultExport: this is where Vite looks for it.
export default defineConfig({
  root: `${import.meta.dirname}/src/page`,
  base: "./",
  // Tandem's own packages are bundled from their source, so the page needs no build before its own.
  resolve: { conditions: ["@tandem/source", "module", "browser", "development|production"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: `${import.meta.dirname}/dist/page`,
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // The page's policy allows no inline scripts and no data: styles, so everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
