/** Bundles as an editor ships them, for what is measured of their loading and their size. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes a bundle of this code into `outdir`; `splitting` leaves what is loaded on demand in files of its own. */
export async function bundle(contents, outdir, splitting = false) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: "entry.js" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    splitting,
    metafile: true,
    outdir,
    absWorkingDir: root,
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    // ws is CommonJS and asks for Node's modules by require, which a module does not have by itself.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return metafile;
}

/** The agent that every endpoint starts is loaded with it, though on demand. */
const isStartedAgent = ({ entryPoint = "" }) => /agents\/claude-code\/index\.[jt]s$/.test(entryPoint);

/** The file of that agent, from the root of the repository; undefined for a program that has none. */
export function agentFile({ outputs }) {
  return Object.keys(outputs).find((name) => isStartedAgent(outputs[name]));
}

/** The files of the entry and of what it loads at once, from the root of the repository. */
export function eagerFiles({ outputs }, isEntry = (output) => output.entryPoint !== undefined) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !outputs[name]) return;
    seen.add(name);
    for (const { kind, path } of outputs[name].imports)
      if (kind === "import-statement" || (outputs[path] && isStartedAgent(outputs[path]))) visit(path);
  };
  visit(Object.keys(outputs).find((name) => isEntry(outputs[name])));
  return [...seen];
}

export const eagerBytes = (metafile) =>
  eagerFiles(metafile).reduce((sum, name) => sum + metafile.outputs[name].bytes, 0);

/** The three programs that are compared when one starts: ws alone, the SDK's server, ours. */
export const programs = {
  floor: 'export { WebSocketServer } from "ws";',
  alternative: 'export { WebSocketServer } from "ws"; export { McpServer } from "@modelcontextprotocol/server";',
  ours: 'export { createEndpoint } from "@tandem/server";',
};
