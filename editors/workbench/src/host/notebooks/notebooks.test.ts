/** Notebooks in the host, on a real kernel. One server for this file, a kernel for each test. */
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "@tandem-ide/client";
import { Notebook } from "@tandem-ide/workspace/notebook";
import { afterAll, expect, onTestFinished, vi } from "vitest";
import { needs } from "../../../../../test/parts.js";
import type { KernelFacts } from "../../messages-notebook.js";
import { realKernels } from "../../testing/real-kernels.js";
import { TestWindow } from "../../testing/test-window.js";
import { workbenchFixture } from "../../testing/workbench-fixture.js";

const { test } = needs("jupyter");
// On a busy machine a kernel may take longer than the one second that `expect.poll` waits by default.
vi.setConfig({ expect: { poll: { timeout: 15_000 } } });

const { codeRunner, close } = realKernels();
afterAll(close, 30_000);

const endless = "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.01)";

function notebookText(sources: readonly string[]): string {
  let notebook = Notebook.create();
  for (const [index, source] of sources.entries()) notebook = notebook.insertCell(index, "code", source);
  return notebook.toText();
}

/** Opens a notebook of these cells, or of this text. */
async function openNotebook(content: readonly string[] | string) {
  const { running, path } = await workbenchFixture({ codeRunner });
  const file = path("n.ipynb");
  writeFileSync(file, typeof content === "string" ? content : notebookText(content));
  const window = new TestWindow(running.workbench);
  const { tab } = await window.ask("tab.open", { path: file, preview: false });
  const document = () => {
    const open = running.workbench.documents.get(file);
    if (!open) throw new Error("not open");
    return open;
  };
  const current = () => Notebook.parse(document().shared.text.toString());
  const run = (...indexes: number[]) => {
    const cells = indexes.map((index) => {
      const cell = current().cells[index];
      return { index, ...(cell?.id !== undefined && { id: cell.id }), source: cell?.source ?? "" };
    });
    return window.ask("notebook.run", { path: file, cells });
  };
  const output = (index: number) => JSON.stringify(current().cells[index]?.outputs);
  const kernel = (): KernelFacts | undefined => window.model.kernels?.find((each) => each.path === file);
  const client = async () => {
    const { port, authToken } = running.endpoint;
    const connected = await connect({ port, authToken });
    onTestFinished(() => connected.close());
    return connected;
  };
  return { running, window, file, tab, document, current, run, output, kernel, client };
}

test("cells run in sequence in one kernel, and their outputs appear in the unsaved text", async () => {
  const { run, current, document, file } = await openNotebook(["x = 6", "print(x * 7)"]);
  const onDisk = readFileSync(file, "utf8");
  expect(await run(0, 1)).toEqual({ status: "done" });
  expect(current().cells[1]?.outputs).toEqual([{ output_type: "stream", name: "stdout", text: "42\n" }]);
  expect(current().cells.map((cell) => cell.executionCount)).toEqual([1, 2]);
  expect(document().isDirty).toBe(true);
  expect(readFileSync(file, "utf8")).toBe(onDisk);
});

test("an exception ends a run of several cells and shows its traceback", async () => {
  const { run, current, output } = await openNotebook(["1 / 0", "print('never')"]);
  expect(await run(0, 1)).toEqual({ status: "failed" });
  expect(output(0)).toContain("ZeroDivisionError");
  expect(current().cells[1]?.outputs).toEqual([]);
});

test("does not run a cell that differs from the window's", async () => {
  const { window, file, current } = await openNotebook(["a = 1"]);
  const { id } = current().cells[0] ?? {};
  const cells = [{ index: 0, ...(id !== undefined && { id }), source: "a = 2" }];
  await expect(window.ask("notebook.run", { path: file, cells })).rejects.toThrow("The cell has changed in n.ipynb");
});

test("outputs follow a running cell that moves, and an interrupt ends it and clears the queue", async () => {
  const { run, window, file, output, document, current, kernel } = await openNotebook([endless, "print('waits')"]);
  const first = run(0, 1);
  await expect.poll(() => output(0)).toContain("begun");
  expect(kernel()?.cells.map(({ isRunning }) => isRunning)).toEqual([true, false]);
  // The user inserts a cell before it.
  document().shared.replace(current().insertCell(0, "markdown", "# new").toText());
  const second = run(2);
  await expect.poll(() => kernel()?.cells.length).toBe(3);
  await window.ask("kernel.interrupt", { path: file });
  expect(await first).toEqual({ status: "stopped" });
  expect(await second).toEqual({ status: "stopped" });
  expect(output(1)).toContain("KeyboardInterrupt");
  expect(current().cells[2]?.outputs).toEqual([]);
  await expect.poll(() => kernel()?.cells).toEqual([]);
});

test("a restart ends running cells and clears variables", async () => {
  const { run, window, file, output, kernel } = await openNotebook(["x = 1", endless, "x"]);
  await run(0);
  const running = run(1);
  await expect.poll(() => output(1)).toContain("begun");
  await window.ask("kernel.restart", { path: file });
  expect(await running).toEqual({ status: "stopped" });
  expect(kernel()?.problem).toBeUndefined();
  expect(await run(2)).toEqual({ status: "failed" });
  expect(output(2)).toContain("NameError");
});

test("reports a kernel that died, and the next run starts a new one", async () => {
  const { run, kernel, output } = await openNotebook(["import os; os._exit(1)", "print('alive')"]);
  await expect(run(0)).rejects.toThrow(/died/);
  await expect.poll(() => kernel()?.problem).toMatch(/died/);
  expect(await run(1)).toEqual({ status: "done" });
  expect(output(1)).toContain("alive");
  await expect.poll(() => kernel()?.problem).toBeUndefined();
});

test("reports that the output of a cell deleted while running is lost, and no other cell gets it", async () => {
  const { run, window, file, output, document, current, kernel } = await openNotebook([endless, "y = 1"]);
  const running = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  document().shared.replace(current().deleteCell(0).toText());
  await window.ask("kernel.interrupt", { path: file });
  expect(await running).toEqual({ status: "stopped" });
  expect(current().cells.map((cell) => cell.outputs)).toEqual([[]]);
  await expect.poll(() => kernel()?.problem).toMatch(/deleted while it was running/);
});

test("closing the notebook's last tab stops its kernel, even during a run", async () => {
  const { run, window, tab, output, running } = await openNotebook([endless]);
  const ended = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  await window.ask("tab.close", { tab, discard: true });
  expect(await ended).toEqual({ status: "stopped" });
  await expect.poll(() => window.model.kernels).toEqual([]);
  expect(running.workbench.documents.unsaved).toEqual([]);
});

test("code from a client becomes the last cell of the active notebook and shares its variables", async () => {
  const { run, window, client, current, document } = await openNotebook(["secret = 41"]);
  await run(0);
  const asking = await client();
  const answer = asking.callRaw("executeCode", { code: "secret + 1" });
  await expect.poll(() => window.model.codeToRun.map(({ code }) => code)).toEqual(["secret + 1"]);
  expect(current().cells).toHaveLength(1);
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "once" });
  expect(await answer).toMatchObject({ content: [{ type: "text", text: "42\n" }] });
  expect(current().cells.map((cell) => cell.source)).toEqual(["secret = 41", "secret + 1"]);
  expect(JSON.stringify(current().cells[1]?.outputs)).toContain("42");
  expect(document().isDirty).toBe(true);
});

test("a running cell without an id keeps its outputs while its source is edited", async () => {
  const text = notebookText([endless, "other"]).replace(/ *"id": "[^"]*",\n/g, "");
  const { run, window, file, output, document, current } = await openNotebook(
    text.replace('"nbformat_minor": 5', '"nbformat_minor": 4'),
  );
  expect(current().cells.map((cell) => cell.id)).toEqual([undefined, undefined]);
  const running = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  document().shared.replace(current().setSource(0, "edited").toText());
  await window.ask("kernel.interrupt", { path: file });
  await running;
  expect(output(0)).toContain("KeyboardInterrupt");
  expect(current().cells.map((cell) => cell.source)).toEqual(["edited", "other"]);
});

test("clients can't use the variables of a hidden notebook or add a cell to it", async () => {
  const { run, running, window, client, current, file } = await openNotebook(["secret = 41"]);
  await run(0);
  await window.ask("privacy.hide", { path: file });
  expect(running.endpoint.whyHidden(file)).toBeDefined();
  const asking = await client();
  const answer = asking.callRaw("executeCode", { code: "secret" });
  await expect.poll(() => window.model.codeToRun.length).toBe(1);
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "once" });
  expect(JSON.stringify(await answer)).toContain("NameError");
  expect(current().cells).toHaveLength(1);
});

test("a client that disconnects ends its code, and the kernel keeps running", async () => {
  const { window, client, output, run, current } = await openNotebook(["kept = 5"]);
  await run(0);
  const asking = await client();
  void asking.callRaw("executeCode", { code: endless }).catch(() => {});
  await expect.poll(() => window.model.codeToRun.length).toBe(1);
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "once" });
  await expect.poll(() => output(1)).toContain("begun");
  await asking.close();
  await expect.poll(() => output(1)).toContain("KeyboardInterrupt");
  expect(await run(0)).toEqual({ status: "done" });
  expect(current().cells).toHaveLength(2);
});

test("code of a client that disconnects right after approval adds no cell", async () => {
  const { window, client, current, running } = await openNotebook(["kept = 5"]);
  const asking = await client();
  void asking.callRaw("executeCode", { code: "1" }).catch(() => {});
  await expect.poll(() => window.model.codeToRun.length).toBe(1);
  // The typed text is still in transit.
  window.answersFlush = false;
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "once" });
  await expect.poll(() => window.received("flush").length).toBeGreaterThan(0);
  await asking.close();
  await expect.poll(() => running.endpoint.status.clients).toEqual([]);
  window.send({ flushed: window.received("flush").at(-1)?.flush });
  await new Promise(setImmediate);
  expect(current().cells).toHaveLength(1);
});

test("reports that a cell's output is lost when the text is not a valid notebook", async () => {
  const { run, document, kernel, output, current } = await openNotebook([
    "import time\nprint('begun', flush=True)\ntime.sleep(1)",
  ]);
  const ended = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  const text = current().toText();
  document().shared.replace(`${text}!`);
  expect(await ended).toEqual({ status: "done" });
  await expect.poll(() => kernel()?.problem).toMatch(/wasn't a valid notebook/);
});
