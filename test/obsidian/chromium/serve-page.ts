/** Bundles page.ts with the CodeMirror that Obsidian has, and serves it on the loopback interface. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { type ServedPage, serveHtml } from "../../serve-html.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
/** The emulation depends on the releases of these two that Obsidian provides to plugins. */
const older = join(root, "node_modules/obsidian-test-mocks/node_modules/@codemirror");

/** The extension needs `path`. Obsidian's window has the rest of Node, this page doesn't. */
const node: Plugin = {
  name: "as much of Node as the page needs",
  setup(builder) {
    builder.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "node" }));
    builder.onLoad({ filter: /.*/, namespace: "node" }, () => ({
      contents: `
        const own = {
          randomUUID: () => crypto.randomUUID(),
          realpathSync: (path) => path,
          sep: "/",
          join: (...parts) => parts.join("/").replace(/\\/+/g, "/"),
          relative: (from, to) => (to === from ? "" : to.startsWith(from + "/") ? to.slice(from.length + 1) : "../" + to),
          isAbsolute: (path) => path.startsWith("/"),
        };
        const missing = () => { throw new Error("The page has no Node."); };
        module.exports = new Proxy(own, { get: (all, name) => all[name] ?? missing });
      `,
    }));
  },
};

/** The colours of Obsidian's default theme, by variable. */
const themes = `
  body { margin: 0; height: 100vh; color: var(--text-normal); background: var(--background-primary);
    font: 15px system-ui, sans-serif; --font-monospace: monospace; --font-smaller: 14px; --font-smallest: 13px; --font-interface: system-ui; --font-ui-small: 13px;
    --font-semibold: 600; --size-4-2: 8px; --link-color: var(--interactive-accent); }
  .theme-light { --background-primary: #ffffff; --background-secondary: #f6f6f6; --background-modifier-border: #e0e0e0;
    --text-normal: #222222; --text-muted: #5c5c5c; --text-faint: #ababab; --text-on-accent: #ffffff; --text-warning: #a86500;
    --interactive-normal: #ffffff; --interactive-accent: #6c4fd8; }
  .theme-dark { --background-primary: #1e1e1e; --background-secondary: #262626; --background-modifier-border: #3f3f3f;
    --text-normal: #dadada; --text-muted: #b3b3b3; --text-faint: #666666; --text-on-accent: #ffffff; --text-warning: #e9973f;
    --interactive-normal: #363636; --interactive-accent: #7c5ce8; --link-color: #a68af9; }
  main { display: flex; height: 100vh; }
  .workspace-tabs { flex: 1 1 0; min-width: 0; display: flex; flex-direction: column; }
  nav { flex: none; display: flex; background: var(--background-secondary); }
  .workspace-leaf-content { flex: 1 1 0; min-height: 0; }
  .workspace-leaf-content[hidden] { display: none; }
  .view-content { height: 100%; padding: 20px; box-sizing: border-box; }
`;

export async function servePage(): Promise<ServedPage> {
  const bundle = await build({
    entryPoints: [join(here, "page.ts")],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    conditions: ["@tandem-ide/source"],
    alias: {
      obsidian: join(here, "stand-in-obsidian.ts"),
      "@codemirror/state": join(older, "state"),
      "@codemirror/view": join(older, "view"),
    },
    plugins: [node],
  });
  const script = (bundle.outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script");
  const styles = themes + readFileSync(join(root, "editors/obsidian/styles.css"), "utf8");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Obsidian's stand-in</title>
<style>${styles}</style><body class="theme-light"><main></main><script>${script}</script></body></html>`;
  return await serveHtml(html);
}
