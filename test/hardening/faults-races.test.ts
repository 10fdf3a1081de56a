/** Two servers that start at the same moment in the same directory. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Child } from "./faults/child.js";
import { locksIn, ownFolder, useStage } from "./faults/stage.js";
import { howMany, tally } from "./tally.js";

const stage = useStage();

type Started = { readonly port?: number; readonly error?: string };

const pidOf = (configDir: string, port: number): unknown =>
  JSON.parse(readFileSync(join(configDir, "ide", `${port}.lock`), "utf8")).pid;

async function startBoth(racers: readonly Child[], options: object): Promise<Started[]> {
  return await Promise.all(racers.map((racer) => racer.ask<Started>("start", options)));
}

test("two servers race for one directory: each gets a port and a lock of its own, a fixed port goes to one, and all goes at the end", async () => {
  const root = ownFolder();
  const shared = join(root, "shared");
  const steady = await stage.start({ configDir: shared });
  const companion = await stage.companion(steady);
  const racers = [0, 1].map(() => stage.spawnServer({ waits: true }).child);
  for (const racer of racers) await racer.next();
  const rounds = howMany(40, 1000);
  let [lost, leaked, refused] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    // Every second round in a directory that is not there yet, else in one with a living editor and a dead one's lock.
    const configDir = round % 2 === 0 ? shared : join(root, `new-${round}`);
    const own = configDir === shared ? [`${steady.port}.lock`] : [];
    if (configDir === shared) {
      mkdirSync(join(configDir, "ide"), { recursive: true });
      writeFileSync(join(configDir, "ide", "10001.lock"), JSON.stringify({ pid: 4_194_303, workspaceFolders: [] }));
    }
    // Below the ports that the kernel gives to whoever asks for any.
    const min = 20_000 + (round % 500) * 8;
    const isFixed = round % 4 >= 2;
    const options = isFixed ? { configDir, port: min } : { configDir, portRange: { min, max: min + 7 } };
    const started = await startBoth(racers, options);
    const ports = started.flatMap(({ port }) => (port === undefined ? [] : [port]));
    if (ports.length === 0) rmSync(join(configDir, "ide", "10001.lock"), { force: true }); // Who did not start reaps nothing.
    const locks = locksIn(configDir).filter((name) => !own.includes(name));
    // A fixed port may be another program's on this machine, and then nobody has it.
    const isRight = isFixed ? ports.length <= 1 : ports.length === 2 && ports[0] !== ports[1];
    refused += started.filter(({ error }) => error !== undefined).length;
    if (!isRight || started.some(({ error }) => error !== undefined && !/Port \d+ is/.test(error))) lost++;
    for (const [i, { port }] of started.entries())
      if (port !== undefined && pidOf(configDir, port) !== racers[i]?.pid) lost++;
    leaked += Math.abs(locks.length - ports.length);
    await Promise.all(racers.map((racer) => racer.ask("stop")));
    leaked += locksIn(configDir).filter((name) => !own.includes(name)).length;
    if (!own.every((name) => locksIn(configDir).includes(name))) lost++;
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  expect(refused).toBeGreaterThan(0);
  const crashes = racers.filter((racer) => racer.isGone || racer.stderr !== "").length;
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
