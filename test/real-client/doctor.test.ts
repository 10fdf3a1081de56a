/** What the doctor says of a release, held against that release itself. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examine, thisComputer } from "@tandem/doctor";
import { MemoryEditor } from "@tandem/memory-editor";
import { createEndpoint } from "@tandem/server";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { ClaudeCode, clientEnvironment, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel } from "./model.js";
import { versions } from "./run-row.js";

const { test } = needs("tmux");

/** A proxy that keeps what it is asked for, and gives nothing. */
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

async function stage(version: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
  onTestFinished(() => removeFolder(root));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(folder);
  seedHome(home, version, [folder]);
  putOnPath(home, version);
  const ide = await createEndpoint(new MemoryEditor({ name: "Memory", folders: [folder] }), {
    configDir: join(home, ".claude"),
    home,
    env: {},
  });
  onTestFinished(() => ide.close());
  return { home, folder, ide };
}

test.each(versions)("Claude Code %s is recognised, and all is well", async (version) => {
  const { home, folder, ide } = await stage(version);
  const env = clientEnvironment({ version, home, folder, modelUrl: "http://127.0.0.1:9" });
  const { summary, facts } = await examine(thisComputer({ env, cwd: folder, version: "0.1.0" }));
  expect(summary).toBe(`All is well: claude --ide (${version}) connects to Memory on port ${ide.port}.`);
  expect(facts.claude).toMatchObject({ version, askingMode: expect.stringMatching(/^(manual|default)$/) });
});

/** What may be set, as a function of the proxy's address. */
const proxySettings: readonly (readonly [what: string, env: (url: string) => Record<string, string>])[] = [
  ["HTTPS_PROXY", (url) => ({ HTTPS_PROXY: url })],
  ["http_proxy, and no_proxy with a range", (url) => ({ http_proxy: url, no_proxy: "127.0.0.0/8" })],
  ["https_proxy, and no_proxy with the address", (url) => ({ https_proxy: url, no_proxy: "localhost,127.0.0.1" })],
  ["ALL_PROXY", (url) => ({ ALL_PROXY: url })],
];
const proxyCases = versions.flatMap((version) => proxySettings.map(([what, env]) => ({ version, what, env })));

test.each(proxyCases)("Claude Code $version with $what does what the doctor says of it", async ({ version, env }) => {
  const { home, folder, ide } = await stage(version);
  await using model = await ScriptedModel.start();
  const proxy = await startProxy();
  const options = { version, home, folder, modelUrl: model.url, args: ["--ide"], env: env(proxy.url) };
  const { findings } = await examine(thisComputer({ env: clientEnvironment(options), cwd: folder, version: "0.1.0" }));
  await using _claude = await ClaudeCode.start(options);
  const question = `CONNECT 127.0.0.1:${ide.port} HTTP/1.1`;
  if (findings.some(({ id }) => id === "proxy")) {
    await eventually(() => expect(proxy.asked).toContain(question));
    expect(ide.status.clients).toEqual([]);
  } else {
    await eventually(() => expect(ide.status.clients).toHaveLength(1));
    expect(proxy.asked).not.toContain(question);
  }
});
