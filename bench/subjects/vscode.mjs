/**
 * How much start-up time the extension adds in VS Code's real extension host, compared to an extension that only opens
 * a log. Needs VS Code's server and Chromium.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { version } from "../../packages/base/dist/index.js";
import { buildVscode, extensionFolder } from "../../scripts/build-vscode.mjs";
import { vscodeCommand } from "../../scripts/vscode.mjs";
import { findChromium, launchChromium } from "../browser/chromium.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { median } from "../statistics.mjs";

const rounds = 10;
const warmUpRounds = 2;
const timeoutMs = 60_000;

/** Measures itself like our extension does: editors/vscode/src/activation-time.ts. */
const floorCode = `
const begin = () => ({ at: performance.now(), cpu: process.cpuUsage() });
const workSince = ({ at, cpu }) => {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - at, (user + system) / 1000);
};
const load = begin();
const vscode = require("vscode");
exports.activate = () => {
  const activation = begin();
  const log = vscode.window.createOutputChannel("Floor", { log: true });
  log.info("Activated in " + (loadMs + workSince(activation)).toFixed(1) + " ms");
};
const loadMs = workSince(load);
`;

function writeFloor(folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, "floor.cjs"), floorCode);
  const manifest = {
    name: "floor",
    publisher: "bench",
    version: "0.0.1",
    engines: { vscode: "^1.96.0" },
    main: "./floor.cjs",
    activationEvents: ["onStartupFinished"],
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}

async function startServer(root, [node, main]) {
  const extensions = join(root, "ext");
  for (const folder of [extensions, join(root, "home"), join(root, "run")]) mkdirSync(folder);
  symlinkSync(extensionFolder, join(extensions, `tandem-ide.tandem-vscode-${version}`));
  writeFloor(join(extensions, "bench.floor-0.0.1"));
  const args = [
    ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms"],
    ...["--telemetry-level", "off", "--disable-workspace-trust"],
    ...["--server-data-dir", join(root, "data"), "--extensions-dir", extensions],
  ];
  const env = { PATH: process.env.PATH, HOME: join(root, "home"), LANG: "C.UTF-8", XDG_RUNTIME_DIR: join(root, "run") };
  const child = spawn(node, [main, ...args], { env, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const end = async () => {
    // Kills its whole process group.
    process.kill(-child.pid, "SIGKILL");
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listening on (\d+)/.exec(line)?.[1];
    if (port) return { url: `http://127.0.0.1:${port}/`, end };
  }
  throw new Error("VS Code's server exited before it listened");
}

/**
 * Reads the logged times of both, in the order in which they started: each extension host has a numbered log folder.
 */
function readLogs(root) {
  const folder = join(root, "data/data/logs");
  const numberOf = (path) => Number(/exthost(\d+)/.exec(path)?.[1]);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const timesIn = (name) =>
    paths
      .filter((path) => path.endsWith(name))
      .sort((a, b) => numberOf(a) - numberOf(b))
      .flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(/Activated in ([\d.]+) ms/g)])
      .map(([, ms]) => Number(ms));
  return { ours: timesIn("Tandem.log"), floor: timesIn("Floor.log") };
}

/** Opens a window on a new folder, and closes it when both have started in it. */
async function openWindow(root, browser, url, index) {
  const folder = join(root, `project-${index}`);
  mkdirSync(folder);
  const context = await browser.newContext();
  try {
    await (await context.newPage()).goto(`${url}?folder=${encodeURIComponent(folder)}`, { timeout: timeoutMs });
    for (const end = Date.now() + timeoutMs; ; await wait(100)) {
      const { ours, floor } = readLogs(root);
      if (ours.length > index && floor.length > index) return;
      if (Date.now() > end) throw new Error("The extension didn't start in VS Code within a minute");
    }
  } finally {
    await context.close();
  }
}

export async function measure() {
  const command = vscodeCommand();
  const chromium = findChromium();
  if (!command || !chromium) {
    console.error("Can't find VS Code's server or Chromium, so VS Code isn't measured");
    return [];
  }
  await buildVscode();
  const root = temporaryDirectory();
  const browser = await launchChromium(chromium);
  const server = await startServer(root, command);
  try {
    for (let index = 0; index < warmUpRounds + rounds; index++) await openWindow(root, browser, server.url, index);
    const { ours, floor } = readLogs(root);
    return [
      {
        id: "vscode-activation",
        what: "activation of the extension",
        unit: "ms",
        ours: median(ours.slice(warmUpRounds)),
        floor: median(floor.slice(warmUpRounds)),
        floorIs: "an extension that only opens a log",
      },
    ];
  } finally {
    await browser.close();
    await server.end();
  }
}
