/** Two servers that start at the same moment in the same directory. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../endpoint.js";
import type { Child } from "./faults/child.js";
import { locksIn, useFixture } from "./faults/fixture.js";
import { scaled, tally } from "./tally.js";

const fixture = useFixture();

type Started = { readonly port?: number; readonly error?: string };

const pidOf = (configDir: string, port: number): unknown =>
  JSON.parse(readFileSync(join(configDir, "ide", `${port}.lock`), "utf8")).pid;

async function startBoth(children: readonly Child[], options: object): Promise<Started[]> {
  return await Promise.all(children.map((child) => child.ask<Started>("start", options)));
}

test("two servers race for one directory: each gets its own port and lock, one gets a fixed port, and all locks are removed at the end", async () => {
  const root = temporaryDirectory();
  const shared = join(root, "shared");
  const steady = await fixture.start({ configDir: shared });
  const companion = await fixture.companion(steady);
  const children = [0, 1].map(() => fixture.spawnServer({ waits: true }).child);
  for (const child of children) await child.next();
  const rounds = scaled(40, 1000);
  let [lost, leaked, refused] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    // Every second round uses a directory that doesn't exist yet. The others use one with a running editor and a dead
    // one's lock.
    const configDir = round % 2 === 0 ? shared : join(root, `new-${round}`);
    const own = configDir === shared ? [`${steady.port}.lock`] : [];
    if (configDir === shared) {
      mkdirSync(join(configDir, "ide"), { recursive: true });
      writeFileSync(join(configDir, "ide", "10001.lock"), JSON.stringify({ pid: 4_194_303, workspaceFolders: [] }));
    }
    // Below the kernel's ephemeral ports.
    const min = 20_000 + (round % 500) * 8;
    const isFixed = round % 4 >= 2;
    const options = isFixed ? { configDir, port: min } : { configDir, portRange: { min, max: min + 7 } };
    const started = await startBoth(children, options);
    const ports = started.flatMap(({ port }) => (port === undefined ? [] : [port]));
    if (ports.length === 0) rmSync(join(configDir, "ide", "10001.lock"), { force: true }); // A server that did not start removes nothing.
    const locks = locksIn(configDir).filter((name) => !own.includes(name));
    // Another program on this machine may have the fixed port; then neither server gets it.
    const isRight = isFixed ? ports.length <= 1 : ports.length === 2 && ports[0] !== ports[1];
    refused += started.filter(({ error }) => error !== undefined).length;
    if (!isRight || started.some(({ error }) => error !== undefined && !/Port \d+ is/.test(error))) lost++;
    for (const [i, { port }] of started.entries())
      if (port !== undefined && pidOf(configDir, port) !== children[i]?.pid) lost++;
    leaked += Math.abs(locks.length - ports.length);
    await Promise.all(children.map((child) => child.ask("stop")));
    leaked += locksIn(configDir).filter((name) => !own.includes(name)).length;
    if (!own.every((name) => locksIn(configDir).includes(name))) lost++;
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  expect(refused).toBeGreaterThan(0);
  const crashes = children.filter((child) => child.isGone || child.stderr !== "").length;
  tally({
    what: "Races of two servers for one directory",
    attempts: rounds,
    refused,
    crashes,
    lost: lost + seen.lost,
    leaked,
    worstMs: seen.worstMs,
  });
});
