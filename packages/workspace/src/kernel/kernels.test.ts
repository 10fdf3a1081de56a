/** With a real Jupyter server for the file, and a real kernel for each test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { needs } from "../../../../test/parts.js";
import { textOf, useKernels } from "../testing/kernel/kernel-fixture.js";
import type { NotebookOutput } from "./nbformat.js";

const { describe, test } = needs("jupyter");
const { home, kernels, newKernel } = useKernels();

describe("code", () => {
  // One kernel for all tests that don't change it, because each start takes a second.
  const run = (code: string) => kernels.current().run(code);

  test("runs in the workspace folder and returns streams and results in order", async () => {
    const answer = await kernels.run("import os, sys\nprint(os.getcwd())\nprint('err', file=sys.stderr)\n6 * 7");
    expect(answer).toEqual([{ type: "text", text: `${home.folder}\nerr\n42\n` }]);
  });

  test("keeps its variables after an exception, whose traceback is the result", async () => {
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

  test("returns a PNG without any library", async () => {
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

  test("that asks for input gets an exception", async () => {
    expect(await textOf(run("input('name?')"))).toMatch(/StdinNotImplementedError.*does not support input/s);
  });

  test("that draws progress bars, and replaces and clears displays, leaves what a terminal would show", async () => {
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

  test("that asks for help shows the pager's text", async () => {
    expect(await textOf(run("len?"))).toMatch(/Return the number of items in a container/);
  });
});

describe("a notebook", () => {
  test("has its own kernel, in its own folder", async () => {
    const folder = join(home.folder, "notebooks");
    mkdirSync(folder);
    const path = join(folder, "a.ipynb");
    const kernel = kernels.forNotebook(path, "no such kernel here");
    onTestFinished(() => kernels.closeNotebook(path));
    expect(kernels.forNotebook(path)).toBe(kernel);
    expect(await textOf(kernel.run("import os; print(os.getcwd())"))).toBe(`${folder}\n`);
  });

  test("reports outputs while its cell runs, in the format of its file", async () => {
    const kernel = newKernel();
    const gate = join(home.directory, "gate of the notebook");
    const updates: (readonly NotebookOutput[])[] = [];
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
            updates.push(outputs);
            seeFirst();
          },
        },
      },
    );
    await first;
    expect(updates[0]).toEqual([{ output_type: "stream", name: "stdout", text: "one\n" }]);
    expect(kernel.status).toBe("busy");
    writeFileSync(gate, "");
    const { outputs } = await run;
    expect(outputs).toEqual([
      { output_type: "stream", name: "stdout", text: "one\ntwo\n" },
      { output_type: "execute_result", execution_count: 1, data: { "text/plain": "'three'" }, metadata: {} },
    ]);
    expect(updates.at(-1)).toEqual(outputs);
    expect(counts).toEqual([1]);
  });
});

test("a listener that throws doesn't end the run or the process", async () => {
  const fail = () => {
    throw new Error("a page that is gone");
  };
  const kernel = kernels.current();
  const endListening = kernel.onStatusChanged(fail);
  onTestFinished(endListening);
  const listener = { started: fail, executionCount: fail, outputs: fail };
  expect(await textOf(kernel.run("print(1)", { listener }))).toBe("1\n");
});

test("a closed kernel starts again when it is requested again", async () => {
  const folder = join(home.folder, "closed and opened");
  mkdirSync(folder);
  await kernels.forFolder(folder).close();
  const again = kernels.forFolder(folder);
  onTestFinished(() => again.close());
  expect(again.status).toBe("not started");
});
