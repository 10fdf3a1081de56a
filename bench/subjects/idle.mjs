/** The cost of an idle endpoint: timers, CPU time, and memory compared to bare Node. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundle, programs } from "../bundle.mjs";
import { besides, Client, mapValues } from "../client.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { median } from "../statistics.mjs";

const processes = 5;
const idleMs = 15_000;

/** Each sends its address, and answers "facts" with its cost. */
const common = `
  let before = process.cpuUsage(), at = performance.now();
  process.on("message", () => {
    const { user, system } = process.cpuUsage(before);
    const share = (user + system) / 1000 / (performance.now() - at);
    const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length;
    process.send({ rss: process.memoryUsage().rss / 1024 / 1024, timers, share: share * 100 });
    before = process.cpuUsage();
    at = performance.now();
  });
  process.on("disconnect", () => process.exit());`;

const scripts = {
  floor: () => `${common} process.send({});`,
  alternative: (file) => `
    const { WebSocketServer, McpServer } = await import(${file});
    const mcp = new McpServer({ name: "bench", version: "1" });
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 }, () => process.send({ port: server.address().port }));
    ${common}`,
  ours: (file) => `
    import { mkdtempSync, rmSync } from "node:fs";
    const { createEndpoint } = await import(${file});
    const home = mkdtempSync(process.argv[1]);
    const endpoint = await createEndpoint({ name: "Bench", workspaceFolders: [home], subscribe: () => () => {} }, { home, configDir: home, env: {} });
    process.send({ port: endpoint.port, authToken: endpoint.authToken });
    process.on("exit", () => rmSync(home, { recursive: true }));
    ${common}`,
};

async function start(script, directory) {
  const args = ["--input-type=module", "-e", script, join(directory, "home-")];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [target] = await once(child, "message");
  return { child, target };
}

async function factsOf({ child }) {
  child.send("facts");
  const [facts] = await once(child, "message");
  return facts;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function measure() {
  const directory = temporaryDirectory();
  const running = [];
  try {
    const groups = {};
    for (const [name, script] of Object.entries(scripts)) {
      await bundle(programs[name], join(directory, name), true);
      const file = JSON.stringify(join(directory, name, "stdin.mjs"));
      groups[name] = [];
      for (let i = 0; i < processes; i++) groups[name].push(await start(script(file), directory));
      running.push(...groups[name]);
    }
    const factsOfAll = async () => {
      const facts = await Promise.all(Object.values(groups).map((group) => Promise.all(group.map(factsOf))));
      const names = Object.keys(groups);
      return mapValues(groups, (_group, name) => facts[names.indexOf(name)]);
    };
    await pause(1000);
    await factsOfAll();
    await pause(idleMs);
    const alone = await factsOfAll();
    const clients = await Promise.all(groups.ours.map((each) => Client.join(each)));
    await Promise.all(clients.map((client) => client.request("tools/list", {})));
    await pause(1500);
    await factsOfAll();
    await pause(idleMs);
    const together = await factsOfAll();
    for (const client of clients) client.end();
    const of = (facts, name, key) => median(facts[name].map((each) => each[key]));
    const above = (facts, name) => of(facts, name, "rss") - of(facts, "floor", "rss");
    const alternativeIs = "ws and MCP SDK server";
    return [
      { id: "idle-timers", what: "timers while idle, with a client", unit: "", ours: of(together, "ours", "timers") },
      {
        id: "idle-processor",
        what: "share of a core while idle, with a client",
        unit: "%",
        ...besides(together, (facts) => median(facts.map(({ share }) => share)), {
          floorIs: "bare Node",
          alternativeIs,
        }),
      },
      {
        id: "idle-memory",
        what: `memory above bare Node's ${Math.round(of(alone, "floor", "rss"))} MB, no client`,
        unit: "MB",
        ours: above(alone, "ours"),
        alternative: above(alone, "alternative"),
        alternativeIs,
      },
      { id: "idle-memory-client", what: "… with a client", unit: "MB", ours: above(together, "ours") },
    ];
  } finally {
    for (const { child } of running) child.kill();
  }
}
