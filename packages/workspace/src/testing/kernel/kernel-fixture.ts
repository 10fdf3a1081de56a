/** A real Jupyter server for a test file, with a kernel for each test. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, onTestFinished, vi } from "vitest";
import type { CodeOutput } from "../../kernel/answer.js";
import type { Kernel } from "../../kernel/kernel.js";
import { createKernels, type Kernels } from "../../kernel/kernels.js";
import { createHome, type TestHome } from "../../kernel/testing/home.js";

export interface KernelFixture {
  readonly home: TestHome;
  readonly kernels: Kernels;
  /** A separate kernel and folder for the test. */
  newKernel(): Kernel;
}

/** Call this at the top of a test file. The server is stopped after its tests. */
export function useKernels(): KernelFixture {
  // A server and a kernel start in two seconds, or many more on a busy machine.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const home = createHome();
  const kernels = createKernels({
    folders: () => [home.folder],
    environment: home.environment,
    interruptPatienceMs: 2_000,
  });
  afterAll(async () => {
    await kernels.close();
    home.remove();
  });
  let count = 0;
  const newKernel = () => {
    const folder = join(home.folder, `folder ${++count}`);
    mkdirSync(folder);
    const kernel = kernels.forFolder(folder);
    onTestFinished(() => kernel.close());
    return kernel;
  };
  return { home, kernels, newKernel };
}

export async function textOf(run: Promise<{ readonly answer: readonly CodeOutput[] }>): Promise<string> {
  const { answer } = await run;
  return answer.map((output) => (output.type === "text" ? output.text : "[image]")).join("");
}

export async function pidOf(kernel: Kernel): Promise<number> {
  return Number(await textOf(kernel.run("import os; os.getpid()")));
}

/** Code that runs until it is stopped, and a promise that resolves when it has started. */
export function endless(kernel: Kernel, code = "import time\nwhile True: time.sleep(0.01)", signal?: AbortSignal) {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const listener = { outputs: () => begin() };
  const run = kernel.run(`print('begun', flush=True)\n${code}`, { signal, listener });
  run.catch(() => {});
  return { run, begun };
}
