/** A hundred megabytes of output from the real kernel. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import { createKernels } from "./kernels.js";
import { createHome } from "./testing/home.js";

const { test } = needs("jupyter");
// A server and a kernel start in two seconds, and in many on a machine that others keep busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = createHome();
const kernels = createKernels({ folders: () => [home.folder], environment: home.environment });
afterAll(async () => {
  await kernels.close();
  home.remove();
});

/** What is really held, after the garbage is gone. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("of 100 MB in lines beginning and end are kept, the rest is counted, and memory stays flat", async () => {
  const kernel = kernels.current();
  await kernel.run("1");
  const before = heldBytes();
  let most = 0;
  const listener = {
    outputs: () => {
      most = Math.max(most, heldBytes() - before);
    },
  };
  const { answer } = await kernel.run("for i in range(1_000_000): print(f'{i:099}')", { listener });
  expect(answer).toHaveLength(1);
  const text = answer[0]?.type === "text" ? answer[0].text : "";
  const note = /\n\[\.\.\. ([\d,]+) characters left out \.\.\.\]\n/.exec(text);
  const missing = Number(note?.[1]?.replaceAll(",", ""));
  expect(text.length - (note?.[0].length ?? 0) + 1 + missing).toBe(100_000_000);
  expect(text.slice(0, 100)).toBe(`${"0".repeat(99)}\n`);
  expect(text.slice(-100)).toBe(`${"999999".padStart(99, "0")}\n`);
  expect(text.length).toBeLessThan(100_100);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(60_000_000);
  expect(heldBytes() - before).toBeLessThan(20_000_000);
});

test("100 MB in one piece, without a single line end, are survived too", async () => {
  const [output] = await kernels.run("print('y' * 100_000_000, end='')");
  const cut = /^y{50000}\n\[\.\.\. 99,900,000 characters left out \.\.\.\]\ny{50000}$/;
  expect(output).toEqual({ type: "text", text: expect.stringMatching(cut) });
  expect(await kernels.run("1")).toEqual([{ type: "text", text: "1\n" }]);
});
