/** What windows ask at the same time, or of odd files: nothing of the user's is lost by it. */
import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@tandem/base/testing";
import { connect } from "@tandem/client";
import { expect, onTestFinished, test } from "vitest";
import { standingWorkbench } from "../testing/standing-workbench.js";
import { TestWindow } from "../testing/test-window.js";

test("two files that are withheld at the same moment are both withheld", async () => {
  const { running, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  await Promise.all(["a.txt", "b.txt"].map((name) => window.ask("privacy.withhold", { path: path(name) })));
  for (const name of ["a.txt", "b.txt"]) expect(running.ide.whyWithheld(path(name))).toBeDefined();
});

test("rules that are a link to the user's own stay one, with a line more in the file behind it", async () => {
  const { running, folder, path } = await standingWorkbench();
  const rules = join(folder, "..", "my-rules");
  writeFileSync(rules, "*.sql");
  symlinkSync(rules, path(".tandemignore"));
  await new TestWindow(running.workbench).ask("privacy.withhold", { path: path("a.txt") });
  expect(lstatSync(path(".tandemignore")).isSymbolicLink()).toBe(true);
  expect(readFileSync(rules, "utf8")).toBe("*.sql\n/a.txt\n");
});

test("rules that cannot be read are not replaced by empty ones", async () => {
  const { running, folder, path } = await standingWorkbench();
  mkdirSync(path(".tandemignore"));
  const window = new TestWindow(running.workbench);
  await expect(window.ask("privacy.withhold", { path: path("a.txt") })).rejects.toThrow(
    "No rule was added to .tandemignore (cannot be read, so everything is withheld)",
  );
  await expect(window.ask("privacy.edit", { folder })).rejects.toThrow("Is a directory");
  rmSync(path(".tandemignore"), { recursive: true });
  symlinkSync(join(folder, "..", "not-mounted"), path(".tandemignore"));
  await expect(window.ask("privacy.edit", { folder })).rejects.toThrow();
  expect(lstatSync(path(".tandemignore")).isSymbolicLink()).toBe(true);
});

test("rules that are not UTF-8 withhold everything already: none is added, and their bytes are left as they are", async () => {
  const { running, path } = await standingWorkbench();
  const latin1 = Buffer.from([0x23, 0xe9, 0x0d, 0x0a]);
  writeFileSync(path(".tandemignore"), latin1);
  const asked = new TestWindow(running.workbench).ask("privacy.withhold", { path: path("a.txt") });
  await expect(asked).rejects.toThrow("save the file as UTF-8");
  expect(readFileSync(path(".tandemignore"))).toEqual(latin1);
});

test("a name that no rule can say is refused, instead of withholding something else", async () => {
  const { running, path } = await standingWorkbench();
  writeFileSync(path("a\nb.txt"), "");
  const window = new TestWindow(running.workbench);
  await expect(window.ask("privacy.withhold", { path: path("a\nb.txt") })).rejects.toThrow("line break");
  expect(running.ide.whyWithheld(path("b.txt"))).toBeUndefined();
});

test("a new file is not put in the place of a link that leads nowhere for now", async () => {
  const { running, folder, path } = await standingWorkbench();
  symlinkSync(join(folder, "..", "not-mounted"), path("link.txt"));
  const window = new TestWindow(running.workbench);
  await expect(window.ask("file.create", { path: path("link.txt") })).rejects.toThrow("is there already");
  expect(lstatSync(path("link.txt")).isSymbolicLink()).toBe(true);
});

test("two windows that make the same file: one makes it, the other hears that it is there", async () => {
  const { running, path } = await standingWorkbench();
  const windows = [new TestWindow(running.workbench), new TestWindow(running.workbench)];
  const made = await Promise.allSettled(windows.map((window) => window.ask("file.create", { path: path("new.txt") })));
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a tab is not closed over what another window has typed and not sent yet", async () => {
  const { running, path } = await standingWorkbench();
  const one = new TestWindow(running.workbench);
  const two = new TestWindow(running.workbench);
  const { tab } = await one.ask("tab.open", { path: path("b.txt"), preview: false });
  two.answersFlush = false;
  const closing = one.ask("tab.close", { tab, discard: false });
  await expect.poll(() => two.told("flush")).toHaveLength(1);
  await two.type(path("b.txt"), "x", 2);
  two.send({ flushed: two.told("flush")[0]?.flush });
  expect(await closing).toEqual({ status: "unsaved-changes" });
});

test("a window that goes while a folder is listed for it leaves no watch behind", async () => {
  const { running, folder, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const other = new TestWindow(running.workbench);
  await other.ask("tree.list", { path: folder });
  const listed = window.ask("tree.list", { path: folder });
  window.vanish();
  await listed;
  writeFileSync(path("new.txt"), "");
  await expect.poll(() => other.told("tree.changed")).not.toEqual([]);
  // What was asked later is answered later: by now its watch would have told.
  await other.ask("tree.list", { path: folder });
  expect(window.told("tree.changed")).toEqual([]);
});

test("a file that Claude opens and that changes on disk stays a preview", async () => {
  const { running, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  await window.ask("tab.open", { path: path("a.txt"), preview: true });
  writeFileSync(path("a.txt"), "another\n");
  await expect.poll(() => window.told("document.updates")).toHaveLength(1);
  expect(running.workbench.tabs.files[0]?.isPreview).toBe(true);
});

test("language tools hear of a file that Claude opens, and once of one that two windows open at once", async () => {
  const told: string[] = [];
  const { running, path, client } = await standingWorkbench({
    languageTools: {
      opened: (text) => told.push(text.path),
      changed: () => {},
      saved: () => {},
      closed: () => {},
      diagnostics: () => ({ files: [], isCurrent: true }),
    },
  });
  await (await client()).call("openFile", { filePath: path("a.txt") });
  expect(told).toEqual([path("a.txt")]);
  const windows = [new TestWindow(running.workbench), new TestWindow(running.workbench)];
  await Promise.all(windows.map((window) => window.ask("tab.open", { path: path("b.txt"), preview: false })));
  expect(told).toEqual([path("a.txt"), path("b.txt")]);
});

test("a file that the user opens while a search in it fails is open for the user", async () => {
  const { running, path } = await standingWorkbench();
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

test("a window that sleeps delays one answer, not every one", async () => {
  const clock = new FakeClock();
  const { running, path } = await standingWorkbench({ ide: { clock } });
  const { editor, workbench } = running;
  const window = new TestWindow(workbench);
  await window.ask("tab.open", { path: path("b.txt"), preview: false });
  window.answersFlush = false;
  const first = editor.documentState(path("b.txt"));
  clock.advance(500);
  expect(await first).toMatchObject({ isDirty: false });
  // Time stands still: this would wait for ever.
  expect(await editor.documentState(path("b.txt"))).toMatchObject({ isDirty: false });
  // It is awake again, so it is waited for again.
  await window.type(path("b.txt"), "x", 2);
  const last = editor.documentState(path("b.txt"));
  await window.type(path("b.txt"), "y", 3, 1);
  window.send({ flushed: window.told("flush").at(-1)?.flush });
  expect(await last).toMatchObject({ isDirty: true });
});

test("rules that are written by another program count at once: tabs say so, and clients hear no more of the file", async () => {
  const { running, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const told: unknown[] = [];
  const { port, authToken } = running.ide;
  const listener = await connect(
    { port, authToken },
    { onNotification: (method, params) => method === "selection_changed" && told.push(params) },
  );
  onTestFinished(() => listener.close());
  await listener.listTools();
  await window.ask("tab.open", { path: path("a.txt"), preview: false });
  await expect.poll(() => told.at(-1)).toMatchObject({ filePath: path("a.txt") });
  writeFileSync(path(".tandemignore"), "a.txt\n");
  await expect.poll(() => window.model.tabs[0]).toMatchObject({ withheld: expect.stringContaining("a.txt") });
  await expect.poll(() => JSON.stringify(told.at(-1))).not.toContain("a.txt");
});

test("a folder that has gone from the disk does not keep others from being added, and can be removed", async () => {
  const { running, folder } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const other = join(folder, "..", "other");
  mkdirSync(other);
  rmSync(folder, { recursive: true });
  await window.ask("folder.add", { path: other });
  await window.ask("folder.remove", { path: folder });
  expect(running.workbench.folders).toEqual([realpathSync(other)]);
});
