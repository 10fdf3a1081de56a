/** What an operating system runs out of: descriptors, and ports. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect as connectTcp, createServer, type Server, type Socket } from "node:net";
import { connect } from "@tandem/client";
import { expect, onTestFinished, test } from "vitest";
import { Home, main } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { Child } from "./faults/child.js";
import { isRoot } from "./faults/disk.js";
import { ordinaryUser } from "./faults/ordinary-user.js";
import { leakedSince, locksIn, ownFolder, put, useStage } from "./faults/stage.js";
import { howMany, isLong, tally } from "./tally.js";

const stage = useStage();
const { test: withPrlimit } = needs("setpriv"); // Both are of util-linux.

async function openIdle(port: number): Promise<Socket> {
  const socket = connectTcp(port, "127.0.0.1");
  socket.on("error", () => {});
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

/** How many are left after those that were turned away have heard of it: an answer to one byte more shows which. */
async function stillOpen(sockets: readonly Socket[]): Promise<number> {
  return sockets.filter((socket) => !socket.destroyed && socket.readyState === "open").length;
}

withPrlimit(
  "descriptors run out: who is connected is served, reads fail in words, and it recovers when they are free",
  async () => {
    const server = await stage.start({ through: ["prlimit", "--nofile=64"] });
    const path = put(server.folder, "a.txt", "text\n");
    const before = await server.facts();
    const companion = await stage.companion(server);
    const client = await connect(server);
    const rounds = howMany(2, 40);
    let [attempts, refused, lost] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => openIdle(server.port)));
      attempts += sockets.length;
      await eventually(() => expect(readdirSync(`/proc/${server.child.pid}/fd`).length).toBeGreaterThanOrEqual(63));
      // What a client asks for that needs a descriptor is refused in words, until there is one again.
      const answer = await client.request("readFile", { path }).catch(String);
      if (!/too many open files|EMFILE/i.test(answer)) lost++;
      refused += sockets.length - (await stillOpen(sockets));
      for (const socket of sockets) socket.destroy();
      await eventually(async () => expect(await client.request("readFile", { path })).toBe("text\n"));
      await (await connect(server)).close(); // A place is free again for who comes now.
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

withPrlimit(
  "a limit below what is open already, so that not even a refusal has a descriptor: the process goes on",
  async () => {
    const server = await stage.start();
    const before = await server.facts();
    const companion = await stage.companion(server);
    const limit = (soft: number) =>
      expect(spawnSync("prlimit", ["--pid", String(server.child.pid), `--nofile=${soft}:`]).status).toBe(0);
    const attempts = howMany(20, 500);
    let refused = 0;
    limit(8);
    for (let i = 0; i < attempts; i++) {
      const client = await connect(server, { timeoutMs: 20 }).catch(() => undefined);
      if (client === undefined) refused++;
      await client?.close();
    }
    limit(1024);
    await eventually(async () => (await connect(server)).close()); // Who waited is let in, and so is everybody else.
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
  },
);

test("a page whose port is taken: the command says so, instead of calling it a fault of its own", async () => {
  await using home = await Home.make();
  const taken = await occupy(0);
  const address = taken?.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const served = await home.run(["serve", "--no-open", "--page-port", port]);
  expect(served.stderr).toMatch(/^tandem: The page cannot be served on port \d+: .*EADDRINUSE.*Start without/);
  const { port: editorPort } = await home.serve();
  const inspected = await home.run(["inspect", "--no-open", "--page-port", port]);
  expect(inspected.stderr).toMatch(/^tandem: The page cannot be served on port/);
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
    return undefined; // Somebody has it already, which is as good.
  }
}

test("every port of the range is taken: an error in words, nothing left, and the next start after one is free has it", async () => {
  const configDir = ownFolder();
  const [min, count] = [27_000, howMany(50, 500)];
  const servers = await Promise.all(Array.from({ length: count }, (_, i) => occupy(min + i)));
  const portRange = { min, max: min + count - 1 };
  const refusal = await stage.tryToStart({ configDir, ide: { portRange } });
  expect(refusal).toEqual({
    error: `No port from ${min} to ${min + count - 1} is free. Close programs that listen on them.`,
  });
  const leaked = locksIn(configDir).length;
  const free = servers.findLastIndex((server) => server !== undefined);
  await new Promise((resolve) => servers[free]?.close(resolve));
  const started = await stage.start({ configDir, ide: { portRange } });
  expect(started.port).toBe(min + free);
  tally({ what: "Ports of a range that is taken", attempts: count, refused: count, crashes: 0, lost: 0, leaked });
});

if (!isRoot) console.warn("Skipped: a kernel that refuses every port needs root, who may make a network namespace.");
const inNamespace = isRoot ? needs("ip", "setpriv").test : test.skipIf(true);
const refusals: { which: string; taker: string; words: RegExp }[] = [
  // The kernel leaves one port to everybody. Another program has it, and the page finds none;
  {
    which: "all",
    taker: `${process.execPath} -e 'require("net").createServer().listen(65535)'`,
    words: /^tandem: The page finds no free port/,
  },
];
// or the page takes it, and the endpoint finds none, after it has tried all the others.
if (isLong)
  refusals.push({ which: "all but one", taker: "true", words: /^tandem: No port from 10000 to 65535 is free/ });
inNamespace.each(refusals)(
  "the kernel refuses $which of its ports to an ordinary user: said in words and in time, and nothing is left",
  async ({ which, taker, words }) => {
    const home = ownFolder();
    const user = ordinaryUser();
    user.own(home);
    const isTaken = which === "all" ? "grep -q ':FFFF ' /proc/net/tcp*" : "true";
    const script = [
      "ip link set lo up",
      "echo 65535 65535 > /proc/sys/net/ipv4/ip_local_port_range",
      "echo 65535 > /proc/sys/net/ipv4/ip_unprivileged_port_start",
      `${taker} & taker=$!`,
      `until ${isTaken}; do sleep 0.05; done`,
      '"$@"',
      "code=$?; kill $taker; exit $code",
    ].join("\n");
    const command = [process.execPath, main, "serve", "--json", "--no-open", "/"];
    const began = performance.now();
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
    expect(performance.now() - began, "it does not hang").toBeLessThan(30_000);
    await eventually(() => expect(child.stderr).toMatch(words));
    expect(exited).toEqual([2, null]);
    const leaked = readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith(".lock")).length;
    const attempts = which === "all" ? 1 : 55_536;
    tally({ what: `Ports when the kernel refuses ${which}`, attempts, refused: attempts, crashes: 0, lost: 0, leaked });
  },
);
