/** Invalid lock files: readers must not fail, hang or remove a lock that isn't certainly dead (LCK-09). */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { discover } from "@tandem-ide/client";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { lockFileSchema, parseLockFile, portOfLockFile } from "@tandem-ide/protocol";
import { createEndpoint, StartError } from "@tandem-ide/server";
import { isHeldByAnotherProcess, reapDeadLocks } from "@tandem-ide/server/claude-code";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../endpoint.js";
import { assertProperty } from "./load/assert-property.js";
import { anyLockText, createEntry, entries, isCertainlyDead } from "./load/odd-locks.js";
import { scaled, tally } from "./tally.js";

const complete = { pid: 1, workspaceFolders: [], ideName: "", runningInWindows: false, authToken: "", port: 1 };

/** Far more than any of these take, and far less than waiting for a pipe. */
const maxMs = 5000;

test("contents of locks", async () => {
  let attempts = 0;
  let refused = 0;
  await assertProperty(
    fc.property(anyLockText, (text) => {
      attempts++;
      const lock = parseLockFile(text);
      if (lock === undefined) refused++;
      else expect(lockFileSchema.safeParse({ ...complete, ...lock, transport: "ws" }).success).toBe(true);
    }),
    { numRuns: scaled(2000, 150_000) },
  );
  tally({ what: "Fuzz: texts of lock files", attempts, refused, crashes: 0, lost: 0, leaked: 0 });
});

test("directories of locks: discovery, cleanup and startup", async () => {
  const root = temporaryDirectory();
  const outside = join(root, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "dead.lock"), JSON.stringify({ pid: 2 ** 30 }));
  let attempts = 0;
  let refused = 0;
  let leaked = 0;
  let worstMs = 0;
  const property = fc.asyncProperty(entries, async (planted) => {
    const configDir = mkdtempSync(join(root, "config-"));
    const directory = join(configDir, "ide");
    mkdirSync(directory, { mode: 0o700 });
    for (const entry of planted) createEntry(directory, outside, entry);
    attempts += planted.length;
    const started = performance.now();

    // Doesn't connect, because this isn't about whether a port answers.
    const system = { answers: async (_host: string, port: number) => port % 2 === 0 };
    const found = await discover({ configDir, home: configDir, cwd: root, env: {}, system });
    expect(found.editors).toHaveLength(planted.filter(({ name }) => portOfLockFile(name) !== undefined).length);
    refused += found.editors.filter(({ status }) => !status.usable).length;

    for (const port of planted.map(({ name }) => portOfLockFile(name)))
      if (port !== undefined) isHeldByAnotherProcess(directory, port, "own token");
    await reapDeadLocks(directory);
    for (const entry of planted) {
      const isThere = lstatSync(join(directory, entry.name), { throwIfNoEntry: false }) !== undefined;
      expect(isThere, JSON.stringify(entry)).not.toBe(isCertainlyDead(entry));
    }

    // Only its own lock is added and removed.
    const before = readdirSync(directory).sort();
    try {
      const endpoint = await createEndpoint(new MemoryEditor({ folders: [root] }), {
        configDir,
        home: configDir,
        env: {},
      });
      expect(existsSync(endpoint.lockFile)).toBe(true);
      await endpoint.close();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
    if (JSON.stringify(readdirSync(directory).sort()) !== JSON.stringify(before)) leaked++;
    worstMs = Math.max(worstMs, performance.now() - started);
    rmSync(configDir, { recursive: true });
  });
  await assertProperty(property, { numRuns: scaled(40, 2000) });
  expect(worstMs).toBeLessThan(maxMs);
  expect(readdirSync(outside)).toEqual(["dead.lock"]);
  tally({ what: "Fuzz: directories of lock files", attempts, refused, crashes: 0, lost: 0, leaked });
});
