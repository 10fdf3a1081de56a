/** Half-open connections: a stopped client, a stalled proxy, dropped packets. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from "node:net";
import { connect } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { Child } from "./faults/child.js";
import { type FaultServer, leakedSince, put, useFixture } from "./faults/fixture.js";
import { scaled, tally } from "./tally.js";

const fixture = useFixture();
const healthCheckMs = 300;
/** Two checks and the final wait, doubled for a busy machine. */
const dropWithinMs = 2 * (2 * healthCheckMs + 1000);

/** Waits until nothing is left of the dropped clients. Returns how long that took. */
async function untilForgotten(server: FaultServer, expected: number): Promise<number> {
  const start = performance.now();
  await eventually(async () => expect((await server.facts()).clients).toBe(expected));
  return performance.now() - start;
}

test("stopped peers (SIGSTOP) are dropped after two health checks and don't delay others", async () => {
  const server = await fixture.start({ endpoint: { healthCheckMs } });
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const attempts = scaled(3, 8);
  const stopped = await Promise.all(Array.from({ length: attempts }, () => fixture.companion(server)));
  for (const { child } of stopped) child.signal("SIGSTOP");
  const tookMs = await untilForgotten(server, 1);
  expect(tookMs).toBeLessThan(dropWithinMs);
  const seen = await companion.end();
  for (const { child } of stopped) await child.end();
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const leaked = leakedSince(before, await server.facts());
  expect(seen.why).toBe("");
  tally({
    what: "Clients that were stopped",
    attempts,
    crashes: 0,
    lost: seen.lost,
    leaked,
    worstMs: seen.worstMs,
  });
});

/** A proxy that can be stalled: then it keeps both ends open but forwards nothing. */
async function stallingProxy(port: number) {
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = connectTcp(port, "127.0.0.1");
    sockets.push(near, far);
    for (const each of [near, far]) each.on("error", () => {});
    near.pipe(far);
    far.pipe(near);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const close = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    proxy.close();
  };
  onTestFinished(close);
  return {
    port: (proxy.address() as AddressInfo).port,
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close,
  };
}

test("a proxy that stalls: the client behind it is dropped with its review", async () => {
  const server = await fixture.start({ endpoint: { healthCheckMs } });
  const path = put(server.folder, "a.txt", "old\n");
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const attempts = scaled(1, 30);
  for (let i = 0; i < attempts; i++) {
    const proxy = await stallingProxy(server.port);
    const client = await connect({ port: proxy.port, authToken: server.authToken });
    const review = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" };
    const answer = client.call("openDiff", review).catch(String);
    await eventually(async () => expect((await server.facts()).reviews).toBe(1));
    proxy.stall();
    expect(await untilForgotten(server, 1)).toBeLessThan(dropWithinMs);
    expect((await server.facts()).reviews, "the view is closed").toBe(0);
    proxy.close();
    expect(await answer).toMatch(/connection/i);
  }
  const seen = await companion.end();
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const leaked = leakedSince(before, await server.facts());
  tally({
    what: "Connections through a proxy that stalls",
    attempts,
    crashes: 0,
    lost: seen.lost,
    leaked,
    worstMs: seen.worstMs,
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Skipped: dropping packets needs root, who may make a network namespace.");

/** Routing rules apply in order. The one for local addresses comes first, and is moved to make room for others. */
const divide = ["ip link set lo up", "ip rule add pref 100 lookup local", "ip rule del pref 0"];

/** A separate network namespace, which lasts as long as a process in it. Commands run in it with `inside`. */
async function ownNetwork() {
  const keeper = new Child(["unshare", "-n", "sh", "-c", `${divide.join(" && ")} && echo '{}' && exec cat`]);
  onTestFinished(() => keeper.end());
  await keeper.next();
  const inside = ["nsenter", "-t", String(keeper.pid), "-n"];
  const portOf = (pid: number) => {
    const { stdout } = spawnSync("nsenter", [...inside.slice(1), "ss", "-tnpH"], { encoding: "utf8" });
    return new RegExp(`127\\.0\\.0\\.1:(\\d+) +127\\.0\\.0\\.1:\\d+ .*pid=${pid},`).exec(stdout)?.[1] ?? "";
  };
  /** Drops the packets to and from a process's connection. */
  const drop = (pid: number) => {
    const port = portOf(pid);
    expect(port, "the connection of the process").not.toBe("");
    for (const end of ["sport", "dport"]) {
      const rule = `rule add pref 10 ipproto tcp ${end} ${port} blackhole`;
      expect(spawnSync("nsenter", [...inside.slice(1), "ip", ...rule.split(" ")]).status, rule).toBe(0);
    }
  };
  return { inside, drop };
}

const hasDivision = isRoot && spawnSync("unshare", ["-n", "sh", "-c", divide.join(" && ")]).status === 0;
if (isRoot && !hasDivision)
  console.warn("Skipped: this kernel has no rules of routing that drop the packets of one port.");

const inNamespace = hasDivision ? needs("ip").test : test.skipIf(true);
inNamespace(
  "packets that are dropped on the way: the client is dropped in time, and the others lose nothing",
  async () => {
    const { inside, drop } = await ownNetwork();
    const server = await fixture.start({ endpoint: { healthCheckMs }, through: inside });
    const before = await server.facts();
    const companion = await fixture.companion(server, inside);
    const attempts = scaled(1, 20);
    for (let i = 0; i < attempts; i++) {
      const cutOff = await fixture.companion(server, inside);
      drop(cutOff.child.pid);
      const tookMs = await untilForgotten(server, 1);
      expect(tookMs).toBeLessThan(dropWithinMs);
      expect(tookMs, "neither end is notified, so it takes until the final timeout").toBeGreaterThan(1000);
      await cutOff.child.end();
    }
    const seen = await companion.end();
    expect(seen.why).toBe("");
    await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
    const leaked = leakedSince(before, await server.facts());
    tally({
      what: "Connections whose packets are dropped",
      attempts,
      crashes: 0,
      lost: seen.lost,
      leaked,
      worstMs: seen.worstMs,
    });
  },
);
