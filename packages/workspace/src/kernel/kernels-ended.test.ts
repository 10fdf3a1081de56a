/** Runs that are cancelled, interrupted or lost, with a real Jupyter server. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "@tandem-ide/base/node";
import { expect } from "vitest";
import { needs } from "../../../../test/parts.js";
import { endless, pidOf, textOf, useKernels } from "../testing/kernel/kernel-fixture.js";

const { describe, test } = needs("jupyter");
const { home, newKernel } = useKernels();

describe("cancelling", () => {
  test("interrupts an endless loop and keeps variables", async () => {
    const kernel = newKernel();
    await kernel.run("x = 5");
    const client = new AbortController();
    const { run, begun } = endless(kernel, "while True: pass", client.signal);
    await begun;
    client.abort();
    await expect(run).rejects.toMatchObject({
      code: "cancelled",
      message: expect.stringContaining("variables were kept"),
    });
    expect(await textOf(kernel.run("x"))).toBe("5\n");
  });

  test("restarts the kernel when code doesn't stop, and notes it in the next run", async () => {
    const kernel = newKernel();
    await kernel.run("x = 5");
    const pid = await pidOf(kernel);
    const client = new AbortController();
    const stubborn = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass";
    const { run, begun } = endless(kernel, stubborn, client.signal);
    await begun;
    client.abort();
    await expect(run).rejects.toMatchObject({
      code: "cancelled",
      message: expect.stringMatching(/didn't stop within 2 s, so the kernel was restarted.*begun/s),
    });
    expect(await textOf(kernel.run("'x' in globals()"))).toMatch(/^\[The kernel was restarted.*lost\.\]\nFalse\n$/);
    expect(await textOf(kernel.run("1"))).toBe("1\n");
    expect(isRunning(pid)).toBe(false);
  });

  test("cancels only the queued run", async () => {
    const kernel = newKernel();
    const gate = join(home.directory, "gate");
    const code = `import os, time\nwhile not os.path.exists(${JSON.stringify(gate)}): time.sleep(0.01)\nprint('done')`;
    const { run, begun } = endless(kernel, code);
    await begun;
    const client = new AbortController();
    const waiting = kernel.run("ran = True", { signal: client.signal });
    const third = kernel.run("'ran' in globals()");
    client.abort(new Error("not needed"));
    await expect(waiting).rejects.toThrow("not needed");
    writeFileSync(gate, "");
    expect(await textOf(run)).toBe("begun\ndone\n");
    expect(await textOf(third)).toBe("False\n");
  });

  test("runs nothing when the signal is already aborted", async () => {
    const kernel = newKernel();
    const file = join(home.directory, "must not exist");
    await expect(kernel.run(`open(${JSON.stringify(file)}, "w")`, { signal: AbortSignal.abort() })).rejects.toThrow();
    await kernel.run("1");
    expect(existsSync(file)).toBe(false);
  });
});

describe("a kernel that dies", () => {
  test("while code runs fails that run, and the next one starts a new kernel with a notice", async () => {
    const kernel = newKernel();
    const pid = await pidOf(kernel);
    const { run, begun } = endless(kernel);
    await begun;
    process.kill(pid, "SIGKILL");
    await expect(run).rejects.toMatchObject({
      code: "kernel-died",
      message: expect.stringMatching(/died.*variables are lost.*begun\n/s),
    });
    expect(await textOf(kernel.run("'os' in globals()"))).toMatch(/^\[This is a new kernel.*\]\nFalse\n$/);
    expect(await textOf(kernel.run("1"))).toBe("1\n");
  });

  test("while idle is noticed, and the next run starts a new kernel with a notice", async () => {
    const kernel = newKernel();
    const pid = await pidOf(kernel);
    const noticed = new Promise<void>((resolve) => {
      kernel.onStatusChanged((status) => status === "not started" && resolve());
    });
    process.kill(pid, "SIGKILL");
    await noticed;
    expect(await textOf(kernel.run("2"))).toMatch(/^\[This is a new kernel.*\]\n2\n$/);
  });
});

describe("the user", () => {
  test("can interrupt code, which ends with a KeyboardInterrupt", async () => {
    const kernel = newKernel();
    const { run, begun } = endless(kernel);
    await begun;
    await kernel.interrupt();
    const result = await run;
    expect(result.isOk).toBe(false);
    expect(await textOf(Promise.resolve(result))).toMatch(/^begun\n.*KeyboardInterrupt/s);
  });

  test("can restart the kernel: running code fails, and queued code runs without variables", async () => {
    const kernel = newKernel();
    await kernel.run("x = 5");
    const { run, begun } = endless(kernel);
    await begun;
    const next = kernel.run("'x' in globals()");
    await kernel.restart();
    await expect(run).rejects.toMatchObject({ code: "restarted" });
    expect(await textOf(next)).toMatch(/^\[The user restarted the kernel.*\]\nFalse\n$/);
    // A notebook only contains what its code wrote, and none of our messages.
    expect((await next).outputs).toMatchObject([{ data: { "text/plain": "False" } }]);
    expect(kernel.status).toBe("idle");
  });

  test("sees each status", async () => {
    const kernel = newKernel();
    const seen: string[] = [kernel.status];
    kernel.onStatusChanged((status) => seen.push(status));
    await kernel.run("1");
    await kernel.close();
    expect(seen).toEqual(["not started", "starting", "idle", "busy", "idle", "closed"]);
    await expect(kernel.run("1")).rejects.toMatchObject({ code: "closed" });
  });
});
