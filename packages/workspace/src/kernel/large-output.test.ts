/** A hundred megabytes of output from the real kernel. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import { createKernels } from "./kernels.js";
import { createHome } from "./testing/home.js";

const { test } = needs("jupyter");
// A server and a kernel start in two seconds, or many more on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = createHome();
const kernels = createKernels({ folders: () => [home.folder], environment: home.environment });
afterAll(async () => {
  await kernels.close();
  home.remove();
});

/** The memory in use after garbage collection. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("keeps the beginning and end of 100 MB of lines, counts the rest, and uses little memory", async () => {
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
  const note = /\n\[\.\.\. ([\d,]+) characters omitted \.\.\.\]\n/.exec(text);
  const missing = Number(note?.[1]?.replaceAll(",", ""));
  expect(text.length - (note?.[0].length ?? 0) + 1 + missing).toBe(100_000_000);
  expect(text.slice(0, 100)).toBe(`${"0".repeat(99)}\n`);
  expect(text.slice(-100)).toBe(`${"999999".padStart(99, "0")}\n`);
  expect(text.length).toBeLessThan(100_100);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(60_000_000);
  expect(heldBytes() - before).toBeLessThan(20_000_000);
});

test("survives 100 MB without a line break", async () => {
  const [output] = await kernels.run("print('y' * 100_000_000, end='')");
  const cut = /^y{50000}\n\[\.\.\. 99,900,000 characters omitted \.\.\.\]\ny{50000}$/;
  expect(output).toEqual({ type: "text", text: expect.stringMatching(cut) });
  expect(await kernels.run("1")).toEqual([{ type: "text", text: "1\n" }]);
});
