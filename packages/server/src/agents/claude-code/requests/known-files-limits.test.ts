/** What bounds a kept list of files, and how it ends. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, symlinkSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { canKeep, setUp } from "../../../testing/kept-list.js";
import { writeTo } from "../../../testing/temporary.js";

describe.runIf(canKeep)("the limits of a kept list of files", () => {
  test("more changes than the system's queue of news holds", async () => {
    const { folder, watched, list, anew } = setUp();
    await watched();
    for (let i = 0; i < 20_000; i++) {
      const path = join(folder, "lib", `t${i}`);
      writeFileSync(path, "");
      unlinkSync(path);
    }
    writeTo(folder, "src/deep/last.ts", "");
    expect(await list()).toEqual(await anew());
  });

  test("more changes that do not matter than that queue holds, and then one that does", async () => {
    const { folder, known, watched, list, anew } = setUp();
    await watched();
    expect(known.watched).toBe(4);
    // One file alone would not do: the same news twice is told once.
    const open = ["a.ts", "lib/e.ts"].map((name) => openSync(join(folder, name), "w"));
    for (let i = 0; i < 10_000; i++) for (const file of open) writeSync(file, "x");
    for (const file of open) closeSync(file);
    writeTo(folder, "src/deep/last.ts", "");
    expect(await list()).toEqual(await anew());
  });

  test("a pipe in the place of rules above the folder keeps nobody waiting", async () => {
    const { root, watched, known } = setUp();
    const pipe = join(root, ".gitignore");
    execFileSync("mkfifo", [pipe]);
    // Whoever waits for the pipe waits with the whole process, so it takes another one to end that.
    const program = `setTimeout(() => { console.log("late"); for (;;) fs.writeFileSync(process.argv[1], ""); }, 3000)`;
    const rescuer = spawn(process.execPath, ["-e", program, pipe], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void rescuer.kill("SIGKILL"));
    const heard: string[] = [];
    rescuer.stdout.on("data", (data) => heard.push(String(data)));
    await once(rescuer, "spawn");
    await watched();
    expect(known.watched).toBe(4);
    expect(heard).toEqual([]);
  });

  test("where watches run out it lists anew each time, and says so once", async () => {
    const { folder, said, known, watched, list, anew } = setUp({ maxWatches: 2 });
    await watched();
    writeTo(folder, "src/deep/new.ts", "");
    await watched();
    expect(await list()).toEqual(await anew());
    expect(known.watched).toBe(0);
    expect(said).toEqual([expect.stringContaining("listed anew each time")]);
  });

  test("where there are more links than can be looked at it lists anew each time, and says so once", async () => {
    const { folder, said, known, watched, list, anew } = setUp();
    for (let i = 0; i < 2001; i++) symlinkSync("nowhere", join(folder, `link${i}`));
    await watched();
    await watched();
    expect(await list()).toEqual(await anew());
    expect(known.watched).toBe(0);
    expect(said).toEqual([expect.stringContaining("listed anew each time")]);
  });

  test("an editor with a word in each case is asked each time", async () => {
    const hidden = new Set<string>();
    const { folder, known, watched, list } = setUp({ isWithheldByEditor: (path) => hidden.has(path) });
    await watched();
    expect(known.watched).toBe(0);
    hidden.add(join(folder, "a.ts"));
    expect(await list()).not.toContain("a.ts");
  });

  test("an end that comes in a pause of the last look leaves no watches", async () => {
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

  test("what nobody asks for is forgotten, and the end is the end", async () => {
    const { known, watched, list, clock } = setUp();
    await watched();
    for (let i = 0; i < 9; i++) known.rest();
    expect(known.watched).toBe(4);
    known.rest();
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
