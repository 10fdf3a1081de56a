/** From nothing to an endpoint that can be found: loading the modules, and then createEndpoint() until the lock is there. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { agentFile, bundle, eagerBytes, programs, root } from "../bundle.mjs";
import { median, takeTurns } from "../statistics.mjs";

const rounds = 15;
const run = promisify(execFile);

/** The processor's time, in ms: on a machine that others keep busy a start is interrupted more often than not. */
const clock = `
  const clock = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };`;

/** Ends with what was measured on standard output. */
const scripts = {
  load: (file, agent) =>
    `${clock} const before = clock(); await import(${file}); ${agent ? `await import(${agent});` : ""} console.log(clock() - before);`,
  ours: (file, agent) => `${clock}
    import { existsSync, mkdtempSync, rmSync } from "node:fs";
    const { createEndpoint } = await import(${file});
    await import(${agent});
    const home = mkdtempSync(process.argv[1]);
    const before = clock();
    const ide = await createEndpoint({ name: "Bench", workspaceFolders: [home], subscribe: () => () => {} }, { home, configDir: home, env: {} });
    if (!existsSync(ide.lockFile)) throw new Error("There is no lock");
    console.log(clock() - before);
    await ide.close();
    rmSync(home, { recursive: true });`,
  /** The least that can be found: a socket that listens, and a file that says where. */
  floor: (file) => `${clock}
    import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
    const { WebSocketServer } = await import(${file});
    const home = mkdtempSync(process.argv[1]);
    const before = clock();
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    mkdirSync(home + "/ide", { recursive: true });
    writeFileSync(home + "/ide/lock", JSON.stringify({ port: server.address().port }));
    console.log(clock() - before);
    server.close();
    rmSync(home, { recursive: true });`,
};

async function inFreshProcess(script, directory) {
  const args = ["--input-type=module", "-e", script, join(directory, "home-")];
  return Number((await run(process.execPath, args)).stdout);
}

export async function measure() {
  const directory = mkdtempSync(join(tmpdir(), "tandem-bench-"));
  try {
    const files = {};
    const agents = {};
    const sizes = {};
    for (const [name, code] of Object.entries(programs)) {
      const metafile = await bundle(code, join(directory, name), true);
      files[name] = JSON.stringify(join(directory, name, "stdin.mjs"));
      const agent = agentFile(metafile);
      if (agent) agents[name] = JSON.stringify(join(root, agent));
      sizes[name] = eagerBytes(metafile) / 1024;
    }
    const loads = await takeTurns(
      Object.fromEntries(
        Object.keys(files).map((name) => [
          name,
          () => inFreshProcess(scripts.load(files[name], agents[name]), directory),
        ]),
      ),
      { rounds },
    );
    const starts = await takeTurns(
      Object.fromEntries(
        ["floor", "ours"].map((name) => [
          name,
          () => inFreshProcess(scripts[name](files[name], agents[name]), directory),
        ]),
      ),
      { rounds },
    );
    return [
      {
        id: "start-lock",
        what: "createEndpoint() until the lock is there, modules loaded, the processor's time",
        unit: "ms",
        ours: median(starts.ours),
        floor: median(starts.floor),
        floorIs: "bare ws server and a file",
      },
      {
        id: "start-load",
        what: "loading the endpoint, bundled, the processor's time",
        unit: "ms",
        ours: median(loads.ours),
        floor: median(loads.floor),
        floorIs: "ws alone",
        alternative: median(loads.alternative),
        alternativeIs: "ws and MCP SDK server",
      },
      {
        id: "bundle-endpoint",
        what: "size of what the endpoint loads at the start, minified",
        unit: "KB",
        ours: sizes.ours,
        floor: sizes.floor,
        floorIs: "ws alone",
        alternative: sizes.alternative,
        alternativeIs: "ws and MCP SDK server",
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
