/** Compares the doctor's statements about releases with the real releases. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examine, thisComputer } from "@tandem-ide/doctor";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint } from "@tandem-ide/server";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { ClaudeCode, clientEnvironment, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel } from "./model.js";
import { versions } from "./run-scenarios.js";

const { test } = needs("tmux");

/** A proxy that records requests and answers none. */
async function startProxy() {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (data) => asked.push(data.toString().split("\r\n")[0] ?? ""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

async function fixture(version: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
  onTestFinished(() => removeFolder(root));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(folder);
  seedHome(home, version, [folder]);
  putOnPath(home, version);
  const endpoint = await createEndpoint(new MemoryEditor({ name: "Memory", folders: [folder] }), {
    configDir: join(home, ".claude"),
    home,
    env: {},
  });
  onTestFinished(() => endpoint.close());
  return { home, folder, endpoint };
}

test.each(versions)("Claude Code %s is recognised and connects", async (version) => {
  const { home, folder, endpoint } = await fixture(version);
  const env = clientEnvironment({ version, home, folder, modelUrl: "http://127.0.0.1:9" });
  const { summary, facts } = await examine(thisComputer({ env, cwd: folder, version: "0.1.0" }));
  expect(summary).toContain(`claude --ide (${version}) connects to Memory on port ${endpoint.port}`);
  expect(facts.claude).toMatchObject({ version, askingMode: expect.stringMatching(/^(manual|default)$/) });
});

/** The environment variables, as a function of the proxy's address. */
const proxySettings: readonly (readonly [what: string, env: (url: string) => Record<string, string>])[] = [
  ["HTTPS_PROXY", (url) => ({ HTTPS_PROXY: url })],
  ["http_proxy, and no_proxy with a range", (url) => ({ http_proxy: url, no_proxy: "127.0.0.0/8" })],
  ["https_proxy, and no_proxy with the address", (url) => ({ https_proxy: url, no_proxy: "localhost,127.0.0.1" })],
  ["ALL_PROXY", (url) => ({ ALL_PROXY: url })],
];
const proxyCases = versions.flatMap((version) => proxySettings.map(([what, env]) => ({ version, what, env })));

test.each(proxyCases)("Claude Code $version with $what behaves as the doctor says", async ({ version, env }) => {
  const { home, folder, endpoint } = await fixture(version);
  await using model = await ScriptedModel.start();
  const proxy = await startProxy();
  const options = { version, home, folder, modelUrl: model.url, args: ["--ide"], env: env(proxy.url) };
  const { findings } = await examine(thisComputer({ env: clientEnvironment(options), cwd: folder, version: "0.1.0" }));
  await using _claude = await ClaudeCode.start(options);
  const question = `CONNECT 127.0.0.1:${endpoint.port} HTTP/1.1`;
  if (findings.some(({ id }) => id === "proxy")) {
    await eventually(() => expect(proxy.asked).toContain(question));
    expect(endpoint.status.clients).toEqual([]);
  } else {
    await eventually(() => expect(endpoint.status.clients).toHaveLength(1));
    expect(proxy.asked).not.toContain(question);
  }
});
