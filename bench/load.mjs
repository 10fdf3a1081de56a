/** How long the endpoint takes to load, bundled, beside `ws` alone; and how large the bundles are. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { median } from "./statistics.mjs";

const runs = 31;
const root = fileURLToPath(new URL("..", import.meta.url));

async function bundle(contents, outdir, splitting) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: "entry.js" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    splitting,
    metafile: true,
    outdir,
    outExtension: { ".js": ".mjs" },
    // ws is CommonJS and asks for Node's modules by require, which a module does not have by itself.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return metafile;
}

/** The bytes of the entry and of what it loads at once. */
function eagerBytes({ outputs }) {
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint);
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !outputs[name]) return;
    seen.add(name);
    for (const { kind, path } of outputs[name].imports) if (kind === "import-statement") visit(path);
  };
  visit(entry);
  return [...seen].reduce((sum, name) => sum + outputs[name].bytes, 0);
}

function loadTime(file) {
  const script = `const t = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - t)`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

export async function load() {
  const directory = mkdtempSync(join(tmpdir(), "tandem-bench-"));
  try {
    const endpoint = 'export { createIde } from "@tandem/server";';
    const floor = await bundle('export { WebSocketServer } from "ws";', join(directory, "floor"), false);
    const split = await bundle(endpoint, join(directory, "split"), true);
    const single = await bundle(endpoint, join(directory, "single"), false);
    const times = { floor: [], split: [], single: [] };
    for (let i = 0; i < runs; i++)
      for (const kind of Object.keys(times)) times[kind].push(loadTime(join(directory, kind, "stdin.mjs")));
    const row = (what, kind) => ({
      what,
      ours: `${median(times[kind]).toFixed(1)} ms`,
      floor: `${median(times.floor).toFixed(1)} ms`,
      floorIs: "ws alone, bundled",
      ratio: median(times[kind]) / median(times.floor),
      limit: 2,
    });
    const size = (what, bytes, limit) => ({
      what,
      ours: kilobytes(bytes),
      floor: kilobytes(eagerBytes(floor)),
      floorIs: "ws alone, bundled",
      ratio: bytes / eagerBytes(floor),
      limit,
    });
    return [
      row("load the endpoint, what it needs at the start", "split"),
      row("load the endpoint, all in one file", "single"),
      size("size of what it needs at the start", eagerBytes(split), (120 * 1024) / eagerBytes(floor)),
      size("size of all in one file", eagerBytes(single)),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
