/** Notebooks in the host, on the real kernel. One server for the file, a kernel for each test. */
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "@tandem/client";
import { Notebook } from "@tandem/workspace/notebook";
import { afterAll, expect, onTestFinished, vi } from "vitest";
import { needs } from "../../../../../test/parts.js";
import type { KernelFacts } from "../../messages-notebook.js";
import { realKernels } from "../../testing/real-kernels.js";
import { standingWorkbench } from "../../testing/standing-workbench.js";
import { TestWindow } from "../../testing/test-window.js";

const { test } = needs("jupyter");
// A kernel beside other tests may take longer than the second that `expect.poll` waits otherwise.
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
  const { running, path } = await standingWorkbench({ codeRunner });
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
    const { port, authToken } = running.ide;
    const connected = await connect({ port, authToken });
    onTestFinished(() => connected.close());
    return connected;
  };
  return { running, window, file, tab, document, current, run, output, kernel, client };
}

test("cells run one after the other in one kernel, and what they give is in the unsaved text", async () => {
  const { run, current, document, file } = await openNotebook(["x = 6", "print(x * 7)"]);
  const onDisk = readFileSync(file, "utf8");
  expect(await run(0, 1)).toEqual({ status: "done" });
  expect(current().cells[1]?.outputs).toEqual([{ output_type: "stream", name: "stdout", text: "42\n" }]);
  expect(current().cells.map((cell) => cell.executionCount)).toEqual([1, 2]);
  expect(document().isDirty).toBe(true);
  expect(readFileSync(file, "utf8")).toBe(onDisk);
});

test("an exception ends a run of several cells, and its traceback is an output", async () => {
  const { run, current, output } = await openNotebook(["1 / 0", "print('never')"]);
  expect(await run(0, 1)).toEqual({ status: "failed" });
  expect(output(0)).toContain("ZeroDivisionError");
  expect(current().cells[1]?.outputs).toEqual([]);
});

test("a cell that the window has otherwise is not run", async () => {
  const { window, file, current } = await openNotebook(["a = 1"]);
  const { id } = current().cells[0] ?? {};
  const cells = [{ index: 0, ...(id !== undefined && { id }), source: "a = 2" }];
  await expect(window.ask("notebook.run", { path: file, cells })).rejects.toThrow("changed meanwhile in n.ipynb");
});

test("outputs come while a cell runs and find it where it went; an interrupt ends it and what waits", async () => {
  const { run, window, file, output, document, current, kernel } = await openNotebook([endless, "print('waits')"]);
  const first = run(0, 1);
  await expect.poll(() => output(0)).toContain("begun");
  expect(kernel()?.cells.map(({ isRunning }) => isRunning)).toEqual([true, false]);
  // Somebody puts a cell before it.
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

test("a restart ends what runs and forgets variables", async () => {
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

test("a kernel that dies is said in words, and the next run starts another", async () => {
  const { run, kernel, output } = await openNotebook(["import os; os._exit(1)", "print('alive')"]);
  await expect(run(0)).rejects.toThrow(/died/);
  await expect.poll(() => kernel()?.problem).toMatch(/died/);
  expect(await run(1)).toEqual({ status: "done" });
  expect(output(1)).toContain("alive");
  await expect.poll(() => kernel()?.problem).toBeUndefined();
});

test("a cell that is deleted while it runs gives its output to no other, with a word", async () => {
  const { run, window, file, output, document, current, kernel } = await openNotebook([endless, "y = 1"]);
  const running = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  document().shared.replace(current().deleteCell(0).toText());
  await window.ask("kernel.interrupt", { path: file });
  expect(await running).toEqual({ status: "stopped" });
  expect(current().cells.map((cell) => cell.outputs)).toEqual([[]]);
  await expect.poll(() => kernel()?.problem).toMatch(/deleted while it ran/);
});

test("closing the notebook's last tab ends its kernel, in the middle of a run too", async () => {
  const { run, window, tab, output, running } = await openNotebook([endless]);
  const ended = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  await window.ask("tab.close", { tab, discard: true });
  expect(await ended).toEqual({ status: "stopped" });
  await expect.poll(() => window.model.kernels).toEqual([]);
  expect(running.workbench.documents.unsaved).toEqual([]);
});

test("code of a client becomes the last cell of the notebook in front and shares its variables", async () => {
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

test("in a file without ids a cell keeps its outputs while its source is edited", async () => {
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

test("a notebook that clients do not see gives them neither its variables nor a cell", async () => {
  const { run, running, window, client, current, file } = await openNotebook(["secret = 41"]);
  await run(0);
  await window.ask("privacy.withhold", { path: file });
  expect(running.ide.whyWithheld(file)).toBeDefined();
  const asking = await client();
  const answer = asking.callRaw("executeCode", { code: "secret" });
  await expect.poll(() => window.model.codeToRun.length).toBe(1);
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "once" });
  expect(JSON.stringify(await answer)).toContain("NameError");
  expect(current().cells).toHaveLength(1);
});

test("a client that leaves ends its code, and the kernel lives on", async () => {
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

test("code of a client that leaves right after the yes leaves no cell behind", async () => {
  const { window, client, current, running } = await openNotebook(["kept = 5"]);
  const asking = await client();
  void asking.callRaw("executeCode", { code: "1" }).catch(() => {});
  await expect.poll(() => window.model.codeToRun.length).toBe(1);
  // What was typed is on its way.
  window.answersFlush = false;
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "once" });
  await expect.poll(() => window.told("flush").length).toBeGreaterThan(0);
  await asking.close();
  await expect.poll(() => running.ide.status.clients).toEqual([]);
  window.send({ flushed: window.told("flush").at(-1)?.flush });
  await new Promise(setImmediate);
  expect(current().cells).toHaveLength(1);
});

test("what a cell gave while the text was no notebook is lost with a word", async () => {
  const { run, document, kernel, output, current } = await openNotebook([
    "import time\nprint('begun', flush=True)\ntime.sleep(1)",
  ]);
  const ended = run(0);
  await expect.poll(() => output(0)).toContain("begun");
  const text = current().toText();
  document().shared.replace(`${text}!`);
  expect(await ended).toEqual({ status: "done" });
  await expect.poll(() => kernel()?.problem).toMatch(/was no notebook/);
});
