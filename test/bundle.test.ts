/** The code that an editor loads: the protocol runs in a page, and the endpoint is small. */
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { expect, test } from "vitest";

/** Every endpoint starts this agent, so it counts as eager although it is loaded on demand. */
function isStartedAgent({ entryPoint = "" }: Metafile["outputs"][string]): boolean {
  return entryPoint.endsWith("agents/claude-code/index.ts");
}

/** Returns an entry and its eager chunks. */
function startUpOutputs(metafile: Metafile): readonly Metafile["outputs"][string][] {
  const entry = Object.keys(metafile.outputs).find((name) =>
    /src\/(\w+\/)?index\.ts$/.test(metafile.outputs[name]?.entryPoint ?? ""),
  );
  const seen = new Set<string>();
  const visit = (name: string): Metafile["outputs"][string][] => {
    const output = metafile.outputs[name];
    if (seen.has(name) || !output) return [];
    seen.add(name);
    const eager = output.imports.filter(({ kind, external, path }) => {
      const target = metafile.outputs[path];
      return !external && target && (kind === "import-statement" || isStartedAgent(target));
    });
    return [output, ...eager.flatMap((each) => visit(each.path))];
  };
  return visit(entry ?? "");
}

async function bundle(options: BuildOptions & { entryPoints: string[] }) {
  const common = { bundle: true, write: false, metafile: true, logLevel: "silent" } as const;
  return await build({ ...options, ...common, conditions: ["@tandem-ide/source"] });
}

test("the protocol bundles for a browser, without Node modules", async () => {
  const { outputFiles } = await bundle({ entryPoints: ["packages/protocol/src/index.ts"], platform: "browser" });
  expect(outputFiles[0]?.text).toContain("selection_changed");
  expect(outputFiles[0]?.text).not.toMatch(/require\("node:|from "node:/);
});

test.each(["index.ts", "text/index.ts", "testing/fake-clock.ts"])("%s of base bundles for a browser", async (entry) => {
  await bundle({ entryPoints: [`packages/base/src/${entry}`], platform: "browser" });
});

test("the endpoint loads less than 120 KB at startup, bundled and minified", async () => {
  const { metafile } = await bundle({
    entryPoints: ["packages/server/src/index.ts"],
    platform: "node",
    format: "esm",
    splitting: true,
    minify: true,
    outdir: "out",
  });
  const bytes = startUpOutputs(metafile).reduce((sum, output) => sum + output.bytes, 0);
  expect(bytes).toBeGreaterThan(60_000); // Otherwise the measurement is wrong: ws alone is 48 KB.
  expect(bytes).toBeLessThan(120 * 1024);
});

test("all other agents add less than 50 KB to an editor's bundle, and nothing to what it loads at startup", async () => {
  const options = {
    ...{ entryPoints: ["packages/server/src/index.ts"], platform: "node", format: "esm", minify: true },
    ...{ splitting: true, outdir: "out" },
  } as const satisfies BuildOptions;
  const others = /^\.\/(gemini|copilot)\/index\.js$/;
  const withoutOthers: Plugin = {
    name: "without-other-agents",
    setup: ({ onResolve }) => onResolve({ filter: others }, ({ path }) => ({ path, external: true })),
  };
  const size = ({ outputs }: Metafile) => Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0);
  const all = (await bundle(options)).metafile;
  const added = size(all) - size((await bundle({ ...options, plugins: [withoutOthers] })).metafile);
  expect(added).toBeGreaterThan(10_000); // Otherwise the measurement is wrong.
  expect(added).toBeLessThan(50 * 1024);
  const eager = startUpOutputs(all).flatMap(({ inputs }) => Object.keys(inputs));
  expect(eager.filter((name) => /agents\/(gemini|copilot)\/|mcp-http/.test(name))).toEqual([]);
});

test("the endpoint loads no native modules", async () => {
  const { metafile } = await bundle({
    entryPoints: ["packages/server/src/index.ts"],
    platform: "node",
    external: ["bufferutil", "utf-8-validate"], // Optional dependencies of ws.
  });
  expect(Object.keys(metafile.inputs).filter((name) => name.endsWith(".node"))).toEqual([]);
});

/** Returns the packages that a part of the workspace package loads at startup. */
async function loadedBy(part: string): Promise<readonly string[]> {
  const { metafile } = await bundle({
    entryPoints: [`packages/workspace/src/${part}/index.ts`],
    platform: "node",
    format: "esm",
    splitting: true,
    outdir: "out",
  });
  const inputs = startUpOutputs(metafile).flatMap((output) => Object.keys(output.inputs));
  return [
    ...new Set(inputs.map((name) => /(?:node_modules|packages)\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? name)),
  ].sort();
}

test.each(["permission", "settings", "lazy"])(
  "%s of workspace loads only zod and our packages at startup",
  async (part) => {
    expect(await loadedBy(part)).toEqual(["base", "protocol", "workspace", "zod"]);
    expect(await loadedBy("language")).toContain("vscode-languageserver-protocol"); // Otherwise the measurement is wrong.
  },
);
