/** Concurrent requests and odd files: no user data may be lost. */
import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { connect } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { workbenchFixture } from "../testing/workbench-fixture.js";

test("two files hidden at the same time are both hidden", async () => {
  const { running, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  await Promise.all(["a.txt", "b.txt"].map((name) => window.ask("privacy.hide", { path: path(name) })));
  for (const name of ["a.txt", "b.txt"]) expect(running.endpoint.whyHidden(path(name))).toBeDefined();
});

test("a linked rules file stays a link, and the rule is appended to its target", async () => {
  const { running, folder, path } = await workbenchFixture();
  const rules = join(folder, "..", "my-rules");
  writeFileSync(rules, "*.sql");
  symlinkSync(rules, path(".tandemignore"));
  await new TestWindow(running.workbench).ask("privacy.hide", { path: path("a.txt") });
  expect(lstatSync(path(".tandemignore")).isSymbolicLink()).toBe(true);
  expect(readFileSync(rules, "utf8")).toBe("*.sql\n/a.txt\n");
});

test("does not replace unreadable rules with empty ones", async () => {
  const { running, folder, path } = await workbenchFixture();
  mkdirSync(path(".tandemignore"));
  const window = new TestWindow(running.workbench);
  await expect(window.ask("privacy.hide", { path: path("a.txt") })).rejects.toThrow(
    "Can't add a rule to .tandemignore (cannot be read, so everything is hidden)",
  );
  await expect(window.ask("privacy.edit", { folder })).rejects.toThrow("Is a directory");
  rmSync(path(".tandemignore"), { recursive: true });
  symlinkSync(join(folder, "..", "not-mounted"), path(".tandemignore"));
  await expect(window.ask("privacy.edit", { folder })).rejects.toThrow();
  expect(lstatSync(path(".tandemignore")).isSymbolicLink()).toBe(true);
});

test("rules that are not UTF-8 already hide everything: their bytes stay unchanged", async () => {
  const { running, path } = await workbenchFixture();
  const latin1 = Buffer.from([0x23, 0xe9, 0x0d, 0x0a]);
  writeFileSync(path(".tandemignore"), latin1);
  const asked = new TestWindow(running.workbench).ask("privacy.hide", { path: path("a.txt") });
  await expect(asked).rejects.toThrow("save the file as UTF-8");
  expect(readFileSync(path(".tandemignore"))).toEqual(latin1);
});

test("refuses a name that no rule can match instead of hiding something else", async () => {
  const { running, path } = await workbenchFixture();
  writeFileSync(path("a\nb.txt"), "");
  const window = new TestWindow(running.workbench);
  await expect(window.ask("privacy.hide", { path: path("a\nb.txt") })).rejects.toThrow("line break");
  expect(running.endpoint.whyHidden(path("b.txt"))).toBeUndefined();
});

test("a new file does not replace a dangling link", async () => {
  const { running, folder, path } = await workbenchFixture();
  symlinkSync(join(folder, "..", "not-mounted"), path("link.txt"));
  const window = new TestWindow(running.workbench);
  await expect(window.ask("file.create", { path: path("link.txt") })).rejects.toThrow("already exists");
  expect(lstatSync(path("link.txt")).isSymbolicLink()).toBe(true);
});

test("when two windows create the same file, one gets the error that it already exists", async () => {
  const { running, path } = await workbenchFixture();
  const windows = [new TestWindow(running.workbench), new TestWindow(running.workbench)];
  const made = await Promise.allSettled(windows.map((window) => window.ask("file.create", { path: path("new.txt") })));
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("does not close a tab with text that another window has not sent yet", async () => {
  const { running, path } = await workbenchFixture();
  const one = new TestWindow(running.workbench);
  const two = new TestWindow(running.workbench);
  const { tab } = await one.ask("tab.open", { path: path("b.txt"), preview: false });
  two.answersFlush = false;
  const closing = one.ask("tab.close", { tab, discard: false });
  await expect.poll(() => two.received("flush")).toHaveLength(1);
  await two.type(path("b.txt"), "x", 2);
  two.send({ flushed: two.received("flush")[0]?.flush });
  expect(await closing).toEqual({ status: "unsaved-changes" });
});

test("a window that disconnects while a folder is listed leaves no watch behind", async () => {
  const { running, folder, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const other = new TestWindow(running.workbench);
  await other.ask("tree.list", { path: folder });
  const listed = window.ask("tree.list", { path: folder });
  window.disconnect();
  await listed;
  writeFileSync(path("new.txt"), "");
  await expect.poll(() => other.received("tree.changed")).not.toEqual([]);
  // Requests are answered in order, so a leftover watch would have reported by now.
  await other.ask("tree.list", { path: folder });
  expect(window.received("tree.changed")).toEqual([]);
});

test("a file that Claude opened stays a preview when it changes on disk", async () => {
  const { running, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  await window.ask("tab.open", { path: path("a.txt"), preview: true });
  writeFileSync(path("a.txt"), "another\n");
  await expect.poll(() => window.received("document.updates")).toHaveLength(1);
  expect(running.workbench.tabs.files[0]?.isPreview).toBe(true);
});

test("notifies language tools of a file that Claude opens, and only once when two windows open it", async () => {
  const received: string[] = [];
  const { running, path, client } = await workbenchFixture({
    languageTools: {
      opened: (text) => received.push(text.path),
      changed: () => {},
      saved: () => {},
      closed: () => {},
      diagnostics: () => ({ files: [], isCurrent: true }),
    },
  });
  await (await client()).call("openFile", { filePath: path("a.txt") });
  expect(received).toEqual([path("a.txt")]);
  const windows = [new TestWindow(running.workbench), new TestWindow(running.workbench)];
  await Promise.all(windows.map((window) => window.ask("tab.open", { path: path("b.txt"), preview: false })));
  expect(received).toEqual([path("a.txt"), path("b.txt")]);
});

test("a file that the user opens stays open when a search in it fails", async () => {
  const { running, path } = await workbenchFixture();
  const { editor, workbench } = running;
  const window = new TestWindow(workbench);
  const searched = editor.openFile({
    path: path("a.txt"),
    preview: false,
    takeFocus: false,
    locate: () => {
      throw new Error("There is no such text");
    },
  });
  const opened = window.ask("tab.open", { path: path("a.txt"), preview: false });
  await expect(searched).rejects.toThrow("no such text");
  await opened;
  expect(await window.ask("document.open", { path: path("a.txt") })).toMatchObject({ version: 0 });
});

test("a suspended window delays one answer, not every one", async () => {
  const clock = new FakeClock();
  const { running, path } = await workbenchFixture({ endpoint: { clock } });
  const { editor, workbench } = running;
  const window = new TestWindow(workbench);
  await window.ask("tab.open", { path: path("b.txt"), preview: false });
  window.answersFlush = false;
  const first = editor.documentState(path("b.txt"));
  clock.advance(500);
  expect(await first).toMatchObject({ isDirty: false });
  // The clock doesn't move: this would wait forever.
  expect(await editor.documentState(path("b.txt"))).toMatchObject({ isDirty: false });
  // The window responds again, so answers wait for it again.
  await window.type(path("b.txt"), "x", 2);
  const last = editor.documentState(path("b.txt"));
  await window.type(path("b.txt"), "y", 3, 1);
  window.send({ flushed: window.received("flush").at(-1)?.flush });
  expect(await last).toMatchObject({ isDirty: true });
});

test("rules written by another program apply at once, in tabs and for clients", async () => {
  const { running, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const received: unknown[] = [];
  const { port, authToken } = running.endpoint;
  const listener = await connect(
    { port, authToken },
    { onNotification: (method, params) => method === "selection_changed" && received.push(params) },
  );
  onTestFinished(() => listener.close());
  await listener.listTools();
  await window.ask("tab.open", { path: path("a.txt"), preview: false });
  await expect.poll(() => received.at(-1)).toMatchObject({ filePath: path("a.txt") });
  writeFileSync(path(".tandemignore"), "a.txt\n");
  await expect.poll(() => window.model.tabs[0]).toMatchObject({ hidden: expect.stringContaining("a.txt") });
  await expect.poll(() => JSON.stringify(received.at(-1))).not.toContain("a.txt");
});

test("with a folder missing on disk, others can be added and it can be removed", async () => {
  const { running, folder } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const other = join(folder, "..", "other");
  mkdirSync(other);
  rmSync(folder, { recursive: true });
  await window.ask("folder.add", { path: other });
  await window.ask("folder.remove", { path: folder });
  expect(running.workbench.folders).toEqual([realpathSync(other)]);
});
