/** The time to start an endpoint: loading the modules, and createEndpoint() until the lock file exists. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { agentFile, bundle, eagerBytes, programs, root } from "../bundle.mjs";
import { besides, mapValues } from "../client.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { median, takeTurns } from "../statistics.mjs";

const rounds = 15;
const run = promisify(execFile);

/** CPU time in ms, because other programs interrupt most starts on a busy machine. */
const clock = `
  const clock = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };`;

/** Each prints its measurement to standard output. */
const scripts = {
  load: (file, agent) =>
    `${clock} const before = clock(); await import(${file}); ${agent ? `await import(${agent});` : ""} console.log(clock() - before);`,
  ours: (file, agent) => `${clock}
    import { existsSync, mkdtempSync, rmSync } from "node:fs";
    const { createEndpoint } = await import(${file});
    await import(${agent});
    const home = mkdtempSync(process.argv[1]);
    const before = clock();
    const endpoint = await createEndpoint({ name: "Bench", workspaceFolders: [home], subscribe: () => () => {} }, { home, configDir: home, env: {} });
    if (!existsSync(endpoint.lockFile)) throw new Error("There is no lock file");
    console.log(clock() - before);
    await endpoint.close();
    rmSync(home, { recursive: true });`,
  /** The minimum that a client can find: a listening socket, and a file with its port. */
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
  const directory = temporaryDirectory();
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
    mapValues(files, (file, name) => () => inFreshProcess(scripts.load(file, agents[name]), directory)),
    { rounds },
  );
  const { floor, ours } = scripts;
  const starts = await takeTurns(
    mapValues({ floor, ours }, (script, name) => () => inFreshProcess(script(files[name], agents[name]), directory)),
    { rounds },
  );
  const labels = { floorIs: "ws alone", alternativeIs: "ws and MCP SDK server" };
  return [
    {
      id: "start-lock",
      what: "CPU time of createEndpoint() until the lock file exists, modules loaded",
      unit: "ms",
      ...besides(starts, median, { floorIs: "bare ws server and a file" }),
    },
    {
      id: "start-load",
      what: "CPU time to load the endpoint, bundled",
      unit: "ms",
      ...besides(loads, median, labels),
    },
    {
      id: "bundle-endpoint",
      what: "size of what the endpoint loads at startup, minified",
      unit: "KB",
      ...besides(sizes, (bytes) => bytes, labels),
    },
  ];
}
