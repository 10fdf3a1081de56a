/** A client with the token requests as much as it can: memory stays limited, and other clients are answered. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { RawLine } from "./raw-line.js";
import { scaled, tally } from "./tally.js";
import { bundleFixture, type FixturePrograms, startCalmClient, startVictim, type Victim } from "./victim-fixture.js";

let programs: FixturePrograms;
beforeAll(async () => {
  programs = await bundleFixture();
});
afterAll(() => Promise.all([programs?.victim.remove(), programs?.calm.remove()]));

const megabyte = 1024 * 1024;

/** Each way of requesting a lot. Resolves when there is nothing more to wait for. */
const attacks: readonly (readonly [what: string, run: (victim: Victim) => Promise<unknown>])[] = [
  [
    "A batch of readings of 10 MB each",
    async ({ target }) => {
      const line = await RawLine.open(target, "2025-03-26");
      const batch = Array.from({ length: scaled(200, 1000) }, (_, id) => ({
        jsonrpc: "2.0",
        id: id + 1000,
        method: "readFile",
        params: { path: "big.txt" },
      }));
      const answered = new Promise((resolve) => {
        line.onFrame = resolve;
        line.socket.on("close", resolve);
      });
      line.send(JSON.stringify(batch));
      await answered;
    },
  ],
  [
    "Proposals for a file of 60 MB",
    async ({ target }) => {
      const line = await RawLine.open(target);
      const path = "huge.txt";
      for (let i = 0; i < scaled(100, 1000); i++)
        void line.tool("openDiff", {
          old_file_path: path,
          new_file_path: path,
          new_file_contents: "z",
          tab_name: `${i}`,
        });
      await line.request("ping");
      await line.request("readFile", { path: "small.txt" });
    },
  ],
  [
    "Proposals of 9 MB on nine connections",
    async ({ target }) => {
      // One slot is for the well-behaved client. Clients of the previous round may still be connected.
      const lines: RawLine[] = [];
      while (lines.length < 9) await eventually(async () => lines.push(await RawLine.open(target)));
      const new_file_contents = "\u4e16".repeat(3 * megabyte);
      for (const line of lines)
        for (let i = 0; i < scaled(2, 10); i++)
          void line.tool("openDiff", {
            old_file_path: "small.txt",
            new_file_path: "small.txt",
            new_file_contents,
            tab_name: `${i}`,
          });
      await Promise.all(lines.map((line) => line.request("ping")));
      for (const { socket } of lines) socket.close();
    },
  ],
  [
    "JSON that is deep, and JSON that is wide",
    async ({ target }) => {
      const line = await RawLine.open(target);
      const deep = `${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}`;
      line.send(deep);
      line.send(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${deep.slice(100, -100)}}`);
      line.send(`[${"{},".repeat(3_000_000)}1]`);
      line.send(`{"jsonrpc":"2.0","id":8,"method":"x","params":${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}}`);
      await line.request("ping");
    },
  ],
  [
    "Thousands of calls that wait",
    async ({ target }) => {
      const line = await RawLine.open(target);
      const calls = Array.from({ length: scaled(5000, 20_000) }, (_, i) =>
        i % 2 === 0 ? line.request("listFiles", {}) : line.tool("getOpenEditors", {}),
      );
      await Promise.all(calls);
    },
  ],
  [
    "Patterns that take long",
    async ({ target, folder }) => {
      for (let i = 0; i < scaled(300, 2000); i++) writeFileSync(join(folder, `${"a".repeat(200)}${i}`), "");
      mkdirSync(join(folder, "sub"), { recursive: true });
      const line = await RawLine.open(target);
      const pattern = `${"{a,b}".repeat(6)}${"*a".repeat(300)}b`;
      await Promise.all(Array.from({ length: 8 }, () => line.request("listFiles", { pattern })));
    },
  ],
  [
    "Rules that take long",
    async ({ target }) => {
      const line = await RawLine.open(target);
      const write = (path: string, content: string) => line.request("writeFile", { path, content });
      await write("stars/.gitignore", `a${"*a".repeat(25)}b\n${"*a".repeat(25)}*b\n`);
      await write(`stars/${"a".repeat(250)}`, "");
      await write("deep/.gitignore", `a${"/**/b".repeat(6)}/**/q/x\na${"/**/b".repeat(2)}/**/q/x\n`);
      await write(`deep/a${"/b".repeat(100)}/x`, "");
      expect(await line.request("listFiles", {})).toContain("b/b/x");
    },
  ],
];

/** Node alone uses 50 MB. A message, stored data and garbage take a few times as much as the limits allow. */
const boundMb = 1200;

test.runIf(process.platform === "linux").each(attacks)("%s", async (what, run) => {
  const victim = await startVictim(programs);
  writeFileSync(join(victim.folder, "big.txt"), "x".repeat(10 * megabyte - 100));
  writeFileSync(join(victim.folder, "huge.txt"), "y\n".repeat(30 * megabyte));
  writeFileSync(join(victim.folder, "small.txt"), "small\n");
  const other = await startCalmClient(programs, victim.target);
  for (let round = 0; round < scaled(1, 3); round++) await run(victim);
  const { asked, worstMs, lost } = await other.stop();
  expect(asked).toBeGreaterThan(0);
  expect(victim.isAlive(), victim.complaints()).toBe(true);
  const peak = Math.round(victim.peak());
  console.log(`${what}: ${peak} MB at most`);
  expect(peak).toBeLessThan(boundMb);
  tally({ what, attempts: scaled(1, 3), crashes: 0, lost, leaked: 0, worstMs });
});
