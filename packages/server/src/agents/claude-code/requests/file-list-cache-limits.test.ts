/** Limits of the file list cache, and how entries expire. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, symlinkSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { canWatch, setUp } from "../../../testing/list-fixture.js";
import { writeTo } from "../../../testing/temporary.js";

describe.runIf(canWatch)("limits of the file list cache", () => {
  test("more changes than the system's event queue holds", async () => {
    const { folder, watched, list, listFresh } = setUp();
    await watched();
    for (let i = 0; i < 20_000; i++) {
      const path = join(folder, "lib", `t${i}`);
      writeFileSync(path, "");
      unlinkSync(path);
    }
    writeTo(folder, "src/deep/last.ts", "");
    expect(await list()).toEqual(await listFresh());
  });

  test("detects a change after more irrelevant events than the queue holds", async () => {
    const { folder, known, watched, list, listFresh } = setUp();
    await watched();
    expect(known.watched).toBe(4);
    // One file isn't enough: the same event twice is reported once.
    const open = ["a.ts", "lib/e.ts"].map((name) => openSync(join(folder, name), "w"));
    for (let i = 0; i < 10_000; i++) for (const file of open) writeSync(file, "x");
    for (const file of open) closeSync(file);
    writeTo(folder, "src/deep/last.ts", "");
    expect(await list()).toEqual(await listFresh());
  });

  test("a pipe named .gitignore above the folder doesn't block", async () => {
    const { root, watched, known } = setUp();
    const pipe = join(root, ".gitignore");
    execFileSync("mkfifo", [pipe]);
    // Waiting for the pipe blocks the whole process, so another one has to end that.
    const program = `setTimeout(() => { console.log("late"); for (;;) fs.writeFileSync(process.argv[1], ""); }, 3000)`;
    const unblocker = spawn(process.execPath, ["-e", program, pipe], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void unblocker.kill("SIGKILL"));
    const output: string[] = [];
    unblocker.stdout.on("data", (data) => output.push(String(data)));
    await once(unblocker, "spawn");
    await watched();
    expect(known.watched).toBe(4);
    expect(output).toEqual([]);
  });

  test("lists each time and logs it once if watches run out", async () => {
    const { folder, said, known, watched, list, listFresh } = setUp({ maxWatches: 2 });
    await watched();
    writeTo(folder, "src/deep/new.ts", "");
    await watched();
    expect(await list()).toEqual(await listFresh());
    expect(known.watched).toBe(0);
    expect(said).toEqual([expect.stringContaining("listed on every request")]);
  });

  test("lists each time and logs it once if there are too many links", async () => {
    const { folder, said, known, watched, list, listFresh } = setUp();
    for (let i = 0; i < 2001; i++) symlinkSync("nowhere", join(folder, `link${i}`));
    await watched();
    await watched();
    expect(await list()).toEqual(await listFresh());
    expect(known.watched).toBe(0);
    expect(said).toEqual([expect.stringContaining("listed on every request")]);
  });

  test("asks an editor that hides files each time", async () => {
    const hidden = new Set<string>();
    const { folder, known, watched, list } = setUp({ isHiddenByEditor: (path) => hidden.has(path) });
    await watched();
    expect(known.watched).toBe(0);
    hidden.add(join(folder, "a.ts"));
    expect(await list()).not.toContain("a.ts");
  });

  test("closing during the last check leaves no watches", async () => {
    let isSlow = false;
    const { folder, known, clock, list } = setUp({
      now: () => {
        if (isSlow) {
          isSlow = false;
          setImmediate(() => known.close());
          for (const end = performance.now() + 20; performance.now() < end; );
        }
        return Date.now() + 5000;
      },
    });
    rmSync(join(folder, "src"), { recursive: true });
    writeTo(folder, ".gitignore", "x\n");
    await list();
    isSlow = true;
    clock.advance(1000);
    await list();
    expect(isSlow).toBe(false);
    expect(known.watched).toBe(0);
  });

  test("releases an unused cache, and stops when closed", async () => {
    const { known, watched, list, clock } = setUp();
    await watched();
    for (let i = 0; i < 9; i++) known.onHealthCheck();
    expect(known.watched).toBe(4);
    known.onHealthCheck();
    expect(known.watched).toBe(0);
    await watched();
    known.close();
    expect(known.watched).toBe(0);
    await list();
    clock.advance(1000);
    await list();
    expect([known.watched, clock.pending]).toEqual([0, 0]);
  });
});
