/** Passing the user's settings to the real Jupyter. */
import { join } from "node:path";
import { test as always, expect, onTestFinished, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import { createHome } from "../kernel/testing/home.js";
import { SettingsError } from "../settings/settings.js";
import { createLazyKernels, type LazyKernelsOptions } from "./lazy-kernels.js";

const { test } = needs("jupyter");
// A server and a kernel start in two seconds, or many more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function kernelsOf(options: Partial<LazyKernelsOptions> = {}) {
  const home = createHome();
  onTestFinished(() => home.remove());
  const kernels = createLazyKernels({ folders: () => [home.folder], env: home.environment, ...options });
  onTestFinished(() => kernels.close());
  return { kernels, home };
}

test("code runs in the workspace, and its variables are available in the kernel", async () => {
  const { kernels, home } = kernelsOf();
  const [output] = await kernels.run("import os; here = os.getcwd(); here");
  expect(output).toEqual({ type: "text", text: `'${home.folder}'\n` });
  const kernel = await kernels.forWorkspace();
  const { answer } = await kernel.run("here", { signal: AbortSignal.timeout(30_000) });
  expect(answer).toEqual([output]);
});

test("the active notebook has its own kernel", async () => {
  let activeNotebook: string | undefined;
  const { kernels, home } = kernelsOf({ activeNotebook: () => activeNotebook });
  await kernels.run("a = 1");
  activeNotebook = join(home.folder, "a.ipynb");
  expect(await kernels.run("'a' in globals()")).toEqual([{ type: "text", text: "False\n" }]);
});

test("applies the settings, and passes on log entries", async () => {
  const messages: string[] = [];
  const settings = { jupyter: { kernelName: "no-such-kernel" } };
  const { kernels } = kernelsOf({ settings, log: ({ message }) => messages.push(message) });
  await expect(kernels.run("1")).rejects.toThrow("no-such-kernel");
  expect(messages).not.toEqual([]);
});

always("rejects invalid settings immediately, and starts nothing after it was closed", async () => {
  expect(() => kernelsOf({ settings: { jupyter: { command: "jupyter" } } })).toThrow(SettingsError);
  const { kernels } = kernelsOf();
  await kernels.close();
  await expect(kernels.run("1")).rejects.toThrow("Tandem is shutting down");
});
