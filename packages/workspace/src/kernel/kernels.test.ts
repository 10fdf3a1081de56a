/** Against the real Jupyter server and the real kernel. One server for the file, a kernel for each test. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "@tandem/base/node";
import { afterAll, expect, onTestFinished, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import type { CodeOutput } from "./answer.js";
import type { Kernel } from "./kernel.js";
import { createKernels } from "./kernels.js";
import type { NotebookOutput } from "./nbformat.js";
import { createHome } from "./testing/home.js";

const { describe, test } = needs("jupyter");
// A server and a kernel start in two seconds, and in many on a machine that others keep busy.
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

/** A kernel of the test's own, in a folder of its own. */
function newKernel(): Kernel {
  const folder = join(home.folder, `folder ${++count}`);
  mkdirSync(folder);
  const kernel = kernels.forFolder(folder);
  onTestFinished(() => kernel.close());
  return kernel;
}

async function textOf(run: Promise<{ readonly answer: readonly CodeOutput[] }>): Promise<string> {
  const { answer } = await run;
  return answer.map((output) => (output.type === "text" ? output.text : "[image]")).join("");
}

async function pidOf(kernel: Kernel): Promise<number> {
  return Number(await textOf(kernel.run("import os; os.getpid()")));
}

/** Code that runs until it is stopped, and a promise of its having begun. */
function endless(kernel: Kernel, code = "import time\nwhile True: time.sleep(0.01)", signal?: AbortSignal) {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const listener = { outputs: () => begin() };
  const run = kernel.run(`print('begun', flush=True)\n${code}`, { signal, listener });
  run.catch(() => {});
  return { run, begun };
}

describe("code", () => {
  // One kernel for those that leave nothing behind: each start takes a second.
  const run = (code: string) => kernels.current().run(code);

  test("runs in the workspace's folder, and its streams and results come in order", async () => {
    const answer = await kernels.run("import os, sys\nprint(os.getcwd())\nprint('err', file=sys.stderr)\n6 * 7");
    expect(answer).toEqual([{ type: "text", text: `${home.folder}\nerr\n42\n` }]);
  });

  test("keeps its variables, also over an exception, whose traceback is the answer", async () => {
    const kernel = newKernel();
    await kernel.run("x = 5");
    const failed = await kernel.run("print('before')\nundefined_name + x");
    expect(failed.isOk).toBe(false);
    expect(failed.answer).toHaveLength(1);
    const text = await textOf(Promise.resolve(failed));
    expect(text).toMatch(/^before\n-+\nNameError .*Traceback/);
    expect(text).toMatch(/NameError: name 'undefined_name' is not defined\n$/);
    expect(text).not.toContain("\u001b");
    const next = await kernel.run("x");
    expect(next).toMatchObject({ isOk: true, executionCount: 3, answer: [{ type: "text", text: "5\n" }] });
  });

  test("draws a PNG without any library", async () => {
    const { answer } = await run(`
import struct, zlib
from IPython.display import Image, display
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\\0" + bytes([255, x, 0] * 4) for x in range(4))
png = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
print("a picture:")
display(Image(data=png))
`);
    expect(answer).toEqual([
      { type: "text", text: "a picture:\n" },
      { type: "image", png: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) },
    ]);
    const png = Buffer.from(answer[1]?.type === "image" ? answer[1].png : "", "base64");
    expect(png.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4, 4]);
  });

  test("that asks for input is told that nobody can type", async () => {
    expect(await textOf(run("input('name?')"))).toMatch(/StdinNotImplementedError.*does not support input/s);
  });

  test("that draws a progress bar, replaces displays and clears them leaves what a screen would show", async () => {
    const text = await textOf(
      run(`
from IPython.display import clear_output, display
print("gone"); clear_output()
for i in range(101): print(f"\\r{i} %", end="", flush=True)
print()
handle = display("first", display_id=True)
handle.update("second")
`),
    );
    expect(text).toBe("100 %\n'second'\n");
  });

  test("that asks for help shows what a pager would", async () => {
    expect(await textOf(run("len?"))).toMatch(/Return the number of items in a container/);
  });
});

describe("what is cancelled", () => {
  test("an endless loop is interrupted, and variables are kept", async () => {
    const kernel = newKernel();
    await kernel.run("x = 5");
    const client = new AbortController();
    const { run, begun } = endless(kernel, "while True: pass", client.signal);
    await begun;
    client.abort();
    await expect(run).rejects.toMatchObject({
      code: "cancelled",
      message: expect.stringContaining("variables are kept"),
    });
    expect(await textOf(kernel.run("x"))).toBe("5\n");
  });

  test("code that will not stop costs its kernel, and the next run is told so", async () => {
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
      message: expect.stringMatching(/did not stop within 2 s, so the kernel was restarted.*begun/s),
    });
    expect(await textOf(kernel.run("'x' in globals()"))).toMatch(/^\[The kernel was restarted.*gone\.\]\nFalse\n$/);
    expect(await textOf(kernel.run("1"))).toBe("1\n");
    expect(isRunning(pid)).toBe(false);
  });

  test("a run that waits for its turn is cancelled alone", async () => {
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

  test("a signal that is aborted already runs nothing", async () => {
    const kernel = newKernel();
    const file = join(home.directory, "must not exist");
    await expect(kernel.run(`open(${JSON.stringify(file)}, "w")`, { signal: AbortSignal.abort() })).rejects.toThrow();
    await kernel.run("1");
    expect(existsSync(file)).toBe(false);
  });
});

describe("a kernel that dies", () => {
  test("while it runs code ends that run with an error, and the next run starts anew and says so", async () => {
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

  test("while nothing runs is noticed, and the next run starts anew and says so", async () => {
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
  test("interrupts: the code ends with a KeyboardInterrupt, which is an answer", async () => {
    const kernel = newKernel();
    const { run, begun } = endless(kernel);
    await begun;
    await kernel.interrupt();
    const result = await run;
    expect(result.isOk).toBe(false);
    expect(await textOf(Promise.resolve(result))).toMatch(/^begun\n.*KeyboardInterrupt/s);
  });

  test("restarts: what runs ends with an error, what waits runs on a kernel without variables", async () => {
    const kernel = newKernel();
    await kernel.run("x = 5");
    const { run, begun } = endless(kernel);
    await begun;
    const next = kernel.run("'x' in globals()");
    await kernel.restart();
    await expect(run).rejects.toMatchObject({ code: "restarted" });
    expect(await textOf(next)).toMatch(/^\[The user restarted the kernel.*\]\nFalse\n$/);
    // A notebook holds what its code wrote, and no word of ours.
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

describe("a notebook", () => {
  test("has a kernel of its own, in its own folder", async () => {
    const folder = join(home.folder, "notebooks");
    mkdirSync(folder);
    const path = join(folder, "a.ipynb");
    const kernel = kernels.forNotebook(path, "no such kernel here");
    onTestFinished(() => kernels.closeNotebook(path));
    expect(kernels.forNotebook(path)).toBe(kernel);
    expect(await textOf(kernel.run("import os; print(os.getcwd())"))).toBe(`${folder}\n`);
  });

  test("shows outputs while its cell runs, in the shapes that its file has", async () => {
    const kernel = newKernel();
    const gate = join(home.directory, "gate of the notebook");
    const told: (readonly NotebookOutput[])[] = [];
    let seeFirst = () => {};
    const first = new Promise<void>((resolve) => {
      seeFirst = resolve;
    });
    const counts: number[] = [];
    const run = kernel.run(
      `import os, time\nprint("one", flush=True)\nwhile not os.path.exists(${JSON.stringify(gate)}): time.sleep(0.01)\nprint("two")\n"three"`,
      {
        listener: {
          executionCount: (number) => counts.push(number),
          outputs: (outputs) => {
            told.push(outputs);
            seeFirst();
          },
        },
      },
    );
    await first;
    expect(told[0]).toEqual([{ output_type: "stream", name: "stdout", text: "one\n" }]);
    expect(kernel.status).toBe("busy");
    writeFileSync(gate, "");
    const { outputs } = await run;
    expect(outputs).toEqual([
      { output_type: "stream", name: "stdout", text: "one\ntwo\n" },
      { output_type: "execute_result", execution_count: 1, data: { "text/plain": "'three'" }, metadata: {} },
    ]);
    expect(told.at(-1)).toEqual(outputs);
    expect(counts).toEqual([1]);
  });
});

test("a listener that throws ends neither its run nor the process", async () => {
  const fail = () => {
    throw new Error("a page that is gone");
  };
  const kernel = kernels.current();
  const endListening = kernel.onStatusChanged(fail);
  onTestFinished(endListening);
  const listener = { started: fail, executionCount: fail, outputs: fail };
  expect(await textOf(kernel.run("print(1)", { listener }))).toBe("1\n");
});

test("a kernel that was closed is started anew when it is asked for again", async () => {
  const folder = join(home.folder, "closed and opened");
  mkdirSync(folder);
  await kernels.forFolder(folder).close();
  const again = kernels.forFolder(folder);
  onTestFinished(() => again.close());
  expect(again.status).toBe("not started");
});
