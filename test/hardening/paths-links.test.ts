/** No link, made before or after the check, makes a request leave the workspace (SEC-01, SEC-02). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Canaries } from "./canaries.js";
import { canaryFixture } from "./canary-fixture.js";
import { scaled, tally } from "./tally.js";

/** A process that replaces `sub` and `a.txt` with links until it is stopped, and then prints how many times. */
async function startSwapper({ folder, outside }: Canaries) {
  const program = fileURLToPath(new URL("swapper.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, folder, join(outside, "..")], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  return {
    async stop(): Promise<number> {
      const printed = once(lines, "line");
      child.stdin.end();
      return Number((await printed)[0]);
    },
  };
}

// Other systems have no path for an open folder (files/pinned-folder.ts), so the last step isn't covered there.
test.runIf(process.platform === "linux")(
  "a folder or file replaced by a link after the check reads and changes nothing outside",
  async () => {
    const { canaries, line, leaks, trying } = await canaryFixture();
    const before = canaries.snapshot();
    const swapper = await startSwapper(canaries);
    const rounds = scaled(150, 20_000);
    let [refused, names, inside] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      trying(`round ${round}`);
      const answers = await Promise.all([
        line.request("readFile", { path: "sub/x.txt" }),
        line.request("readFile", { path: "a.txt" }),
        line.request("files/read", { path: "sub/canary.txt" }),
        line.request("writeFile", { path: "sub/written.txt", content: "by a client" }),
        line.request("writeFile", { path: "sub/deep/new/written.txt", content: "by a client" }),
        line.request("listFiles", { pattern: "sub/**" }),
      ]);
      for (const answer of answers) {
        if (answer.includes(canaries.secretName)) names++;
        if (answer.includes('"error"')) refused++;
        if (answer.includes("inside")) inside++;
      }
    }
    const swaps = await swapper.stop();
    expect({ leaks, names }).toEqual({ leaks: [], names: 0 });
    expect(canaries.snapshot()).toBe(before);
    // Both cases occurred, or this has tested nothing.
    expect(Math.min(swaps, refused, inside)).toBeGreaterThan(10);
    tally({
      what: "Links made after the check",
      attempts: rounds * 6,
      refused,
      crashes: line.isOpen ? 0 : 1,
      lost: 0,
      leaked: 0,
    });
  },
);

test("a hard link can be read, and a write replaces it without changing the other name", async () => {
  const { canaries, line } = await canaryFixture();
  linkSync(canaries.outside, join(canaries.folder, "hard.txt"));
  expect(await line.request("readFile", { path: "hard.txt" })).toContain(canaries.secret);
  expect(await line.request("writeFile", { path: "hard.txt", content: "new" })).toContain('"success":true');
  expect(readFileSync(canaries.outside, "utf8")).toContain(canaries.secret);
  expect(readFileSync(join(canaries.folder, "hard.txt"), "utf8")).toBe("new");
  expect(statSync(canaries.outside).nlink).toBe(1);
});
