/** Builds bundles like those that editors ship, to measure their load time and size. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes a bundle of this code into `outdir`. With `splitting`, code that is loaded on demand gets separate files. */
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
    // ws is CommonJS and needs require, which ES modules don't have.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return metafile;
}

/** Every endpoint starts this agent, so it counts as eager although it is loaded on demand. */
const isStartedAgent = ({ entryPoint = "" }) => /agents\/claude-code\/index\.[jt]s$/.test(entryPoint);

/** Returns the file of that agent relative to the repository, or undefined. */
export function agentFile({ outputs }) {
  return Object.keys(outputs).find((name) => isStartedAgent(outputs[name]));
}

/** Returns the files of the entry and its eager imports, relative to the repository. */
export function eagerFiles({ outputs }, isEntry = (output) => output.entryPoint === "entry.js") {
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

/** The programs whose startup time is compared: ws alone, the SDK's server, and Tandem. */
export const programs = {
  floor: 'export { WebSocketServer } from "ws";',
  alternative: 'export { WebSocketServer } from "ws"; export { McpServer } from "@modelcontextprotocol/server";',
  ours: 'export { createEndpoint } from "@tandem-ide/server";',
};
