/** Running out of descriptors and ports. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect as connectTcp, createServer, type Server, type Socket } from "node:net";
import { connect } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { Home, main } from "../cli-command.js";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { Child } from "./faults/child.js";
import { isRoot } from "./faults/disk.js";
import { leakedSince, locksIn, put, useFixture } from "./faults/fixture.js";
import { ordinaryUser } from "./faults/ordinary-user.js";
import { isLong, scaled, tally } from "./tally.js";

const fixture = useFixture();
const { test: withPrlimit } = needs("setpriv"); // Both are part of util-linux.

async function openIdle(port: number): Promise<Socket> {
  const socket = connectTcp(port, "127.0.0.1");
  socket.on("error", () => {});
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

/** Returns how many connections are left after the refused ones were closed; sending another byte shows which. */
async function stillOpen(sockets: readonly Socket[]): Promise<number> {
  return sockets.filter((socket) => !socket.destroyed && socket.readyState === "open").length;
}

withPrlimit(
  "descriptors run out: connected clients are served, reads return errors, and it recovers afterwards",
  async () => {
    const server = await fixture.start({ through: ["prlimit", "--nofile=64"] });
    const path = put(server.folder, "a.txt", "text\n");
    const before = await server.facts();
    const companion = await fixture.companion(server);
    const client = await connect(server);
    const rounds = scaled(2, 40);
    let [attempts, refused, lost] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => openIdle(server.port)));
      attempts += sockets.length;
      await eventually(() => expect(readdirSync(`/proc/${server.child.pid}/fd`).length).toBeGreaterThanOrEqual(63));
      // Requests that need a descriptor fail with a message until one is free.
      const answer = await client.request("readFile", { path }).catch(String);
      if (!/too many open files|EMFILE/i.test(answer)) lost++;
      refused += sockets.length - (await stillOpen(sockets));
      for (const socket of sockets) socket.destroy();
      await eventually(async () => expect(await client.request("readFile", { path })).toBe("text\n"));
      await (await connect(server)).close(); // A new client can connect again.
    }
    await client.close();
    const seen = await companion.end();
    expect(seen.why).toBe("");
    await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
    const leaked = leakedSince(before, await server.facts());
    const crashes = server.child.isGone || server.child.stderr !== "" ? 1 : 0;
    tally({
      what: "Connections past the limit of descriptors",
      attempts,
      refused,
      crashes,
      lost: lost + seen.lost,
      leaked,
      worstMs: seen.worstMs,
    });
  },
);

withPrlimit("a limit below the open descriptors, so not even rejections get one: the process continues", async () => {
  const server = await fixture.start();
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const limit = (soft: number) =>
    expect(spawnSync("prlimit", ["--pid", String(server.child.pid), `--nofile=${soft}:`]).status).toBe(0);
  const attempts = scaled(20, 500);
  let refused = 0;
  limit(8);
  for (let i = 0; i < attempts; i++) {
    const client = await connect(server, { timeoutMs: 20 }).catch(() => undefined);
    if (client === undefined) refused++;
    await client?.close();
  }
  limit(1024);
  await eventually(async () => (await connect(server)).close()); // Waiting and new clients can connect.
  const seen = await companion.end();
  expect(seen.why).toBe("");
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const crashes = server.child.isGone || server.child.stderr !== "" ? 1 : 0;
  tally({
    what: "Connections without a descriptor to refuse them",
    attempts,
    refused,
    crashes,
    lost: seen.lost,
    leaked: 0,
    worstMs: seen.worstMs,
  });
});

test("a page whose port is in use: the command says so instead of reporting an internal error", async () => {
  await using home = await Home.make();
  const taken = await occupy(0);
  const address = taken?.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const served = await home.run(["serve", "--no-open", "--page-port", port]);
  expect(served.stderr).toMatch(/^tandem: Can't serve the page on port \d+: .*EADDRINUSE.*Choose another port/);
  const { port: editorPort } = await home.serve();
  const inspected = await home.run(["inspect", "--no-open", "--page-port", port]);
  expect(inspected.stderr).toMatch(/^tandem: Can't serve the page on port/);
  expect([served.code, inspected.code]).toEqual([2, 2]);
  const leaked = (await home.locks()).filter((name) => name !== `${editorPort}.lock`).length;
  tally({ what: "Pages whose port is taken", attempts: 2, refused: 2, crashes: 0, lost: 0, leaked });
});

async function occupy(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return server;
  } catch {
    return undefined; // Another program uses it already, which is just as good.
  }
}

test("all ports of the range are in use: a clean error, and the next start uses a port that became free", async () => {
  const configDir = temporaryDirectory();
  const [min, count] = [27_000, scaled(50, 500)];
  const servers = await Promise.all(Array.from({ length: count }, (_, i) => occupy(min + i)));
  const portRange = { min, max: min + count - 1 };
  const refusal = await fixture.tryToStart({ configDir, endpoint: { portRange } });
  expect(refusal).toEqual({
    error: `No port from ${min} to ${min + count - 1} is free. Close programs that use these ports.`,
  });
  const leaked = locksIn(configDir).length;
  const free = servers.findLastIndex((server) => server !== undefined);
  await new Promise((resolve) => servers[free]?.close(resolve));
  const started = await fixture.start({ configDir, endpoint: { portRange } });
  expect(started.port).toBe(min + free);
  tally({ what: "Ports of a range that is taken", attempts: count, refused: count, crashes: 0, lost: 0, leaked });
});

if (!isRoot) console.warn("Skipped: a kernel that refuses every port needs root, who may make a network namespace.");
const inNamespace = isRoot ? needs("ip", "setpriv").test : test.skipIf(true);
const refusals: { which: string; occupant: string; words: RegExp }[] = [
  // The kernel leaves one port. Either another program has it, and the page finds none,
  {
    which: "all",
    occupant: `${process.execPath} -e 'require("net").createServer().listen(65535)'`,
    words: /^tandem: Can.t find a free port for the page/,
  },
];
// or the page takes it, and the endpoint finds none after trying all the others.
if (isLong)
  refusals.push({ which: "all but one", occupant: "true", words: /^tandem: No port from 10000 to 65535 is free/ });
inNamespace.each(refusals)(
  "the kernel refuses $which of its ports to an ordinary user: fails quickly and cleanly",
  async ({ which, occupant, words }) => {
    const home = temporaryDirectory();
    const user = ordinaryUser();
    user.own(home);
    const isTaken = which === "all" ? "grep -q ':FFFF ' /proc/net/tcp*" : "true";
    const script = [
      "ip link set lo up",
      "echo 65535 65535 > /proc/sys/net/ipv4/ip_local_port_range",
      "echo 65535 > /proc/sys/net/ipv4/ip_unprivileged_port_start",
      `${occupant} & taker=$!`,
      `until ${isTaken}; do sleep 0.05; done`,
      '"$@"',
      "code=$?; kill $taker; exit $code",
    ].join("\n");
    const command = [process.execPath, main, "serve", "--json", "--no-open", "/"];
    const start = performance.now();
    const child = new Child([
      "unshare",
      "-n",
      "sh",
      "-c",
      script,
      "sh",
      "env",
      `HOME=${home}`,
      ...user.through,
      ...command,
    ]);
    onTestFinished(() => child.end());
    const exited = await child.exited;
    expect(performance.now() - start, "it does not hang").toBeLessThan(30_000);
    await eventually(() => expect(child.stderr).toMatch(words));
    expect(exited).toEqual([2, null]);
    const leaked = readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith(".lock")).length;
    const attempts = which === "all" ? 1 : 55_536;
    tally({ what: `Ports when the kernel refuses ${which}`, attempts, refused: attempts, crashes: 0, lost: 0, leaked });
  },
);
