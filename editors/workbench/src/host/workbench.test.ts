/** The host without a browser: real files, a real endpoint with a real client, windows that only speak. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "@tandem/client";
import type { CodeOutput } from "@tandem/server";
import { expect, test } from "vitest";
import { standingWorkbench } from "../testing/standing-workbench.js";
import { TestWindow } from "../testing/test-window.js";

test("the tree honours .gitignore, says what is withheld and why, and follows the disk", async () => {
  const { running, folder, path } = await standingWorkbench();
  mkdirSync(path("src"));
  writeFileSync(path(".env"), "SECRET=1\n");
  writeFileSync(path(".gitignore"), "ignored.txt\n");
  writeFileSync(path("ignored.txt"), "");
  const window = new TestWindow(running.workbench);
  const entries = await window.ask("tree.list", { path: folder });
  expect(entries.map(({ name }) => name)).toEqual(["src", ".env", ".gitignore", "a.txt", "b.txt"]);
  expect(entries.find(({ name }) => name === ".env")?.withheld).toBe("Tandem's built-in rule “.env*” withholds it");
  writeFileSync(path("new.txt"), "");
  await expect
    .poll(() =>
      window
        .told("tree.changed")
        .at(-1)
        ?.entries.map(({ name }) => name),
    )
    .toContain("new.txt");
  await window.ask("tree.forget", { path: folder });
  await expect(window.ask("tree.list", { path: dirname(folder) })).rejects.toThrow(
    "is not in a folder of this workspace",
  );
});

test("files are found by a few letters of their names", async () => {
  const { running, path } = await standingWorkbench();
  mkdirSync(path("src"));
  writeFileSync(path("src/workbench-editor.ts"), "");
  const window = new TestWindow(running.workbench);
  const { files } = await window.ask("files.find", { query: "wbedit", limit: 10 });
  expect(files[0]?.path).toBe(path("src/workbench-editor.ts"));
  expect((await window.ask("files.find", { query: "", limit: 2 })).files).toHaveLength(2);
});

test("what is typed in a window is unsaved for Claude Code, until it is saved to the byte", async () => {
  const { running, path, client } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  const { version } = await window.ask("document.open", { path: path("a.txt") });
  await window.type(path("a.txt"), "new ", 14, version);
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ isDirty: true });
  await expect.poll(() => window.model.tabs[0]).toMatchObject({ isDirty: true, isPreview: false });
  expect(await window.ask("document.save", { path: path("a.txt"), overwrite: false })).toEqual({ status: "saved" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("new one\ntwo\nthree\n");
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ isDirty: false });
});

test("saveDocument does not overwrite what somebody else wrote, and says so", async () => {
  const { running, path, client } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "mine ", 14);
  writeFileSync(path("a.txt"), "theirs\n");
  const answer = await asking.callRaw("saveDocument", { filePath: path("a.txt") });
  expect(JSON.stringify(answer)).toContain("was changed on disk");
  expect(readFileSync(path("a.txt"), "utf8")).toBe("theirs\n");
});

test("a client's saveDocument does not make a deleted folder again, and the user's own save does", async () => {
  const { running, folder, path, client } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "mine ", 14);
  rmSync(folder, { recursive: true });
  expect(await asking.call("saveDocument", { filePath: path("a.txt") })).toMatchObject({
    saved: false,
    message: expect.stringContaining("the folder of a.txt is not there any more"),
  });
  expect(existsSync(folder)).toBe(false);
  expect(await window.ask("document.save", { path: path("a.txt"), overwrite: true })).toEqual({ status: "saved" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("mine one\ntwo\nthree\n");
});

test("an answer waits for what a window has not sent yet, but not for a window that sleeps", async () => {
  const { running, path, client } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  window.answersFlush = false;
  const asked = asking.call("checkDocumentDirty", { filePath: path("a.txt") });
  await expect.poll(() => window.told("flush")).toHaveLength(1);
  await window.type(path("a.txt"), "x", 14);
  window.send({ flushed: window.told("flush")[0]?.flush });
  expect(await asked).toMatchObject({ isDirty: true });
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ success: true });
});

test("two windows: a text is one, what is in front is each one's own, the focused one is the active editor", async () => {
  const { running, path, client } = await standingWorkbench();
  const one = new TestWindow(running.workbench);
  const two = new TestWindow(running.workbench);
  const asking = await client();
  await one.ask("window.focus", { isFocused: true });
  await one.openFile(path("a.txt"));
  await two.openFile(path("b.txt"));
  const active = async () => {
    const { tabs } = await asking.call("getOpenEditors");
    return tabs.filter((tab) => tab.isActive).map((tab) => tab.label);
  };
  expect(await active()).toEqual(["a.txt"]);
  await two.ask("window.focus", { isFocused: true });
  expect(await active()).toEqual(["b.txt"]);
  await one.type(path("a.txt"), "x", 14);
  expect(two.told("document.updates").at(-1)).toMatchObject({ document: path("a.txt"), version: 0 });
  // A selection in the window where the user is not is not the user's.
  await one.ask("window.selection", { path: path("a.txt"), version: 1, shown: 0, anchor: 0, head: 4 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("b.txt"), text: "" });
  await one.ask("window.focus", { isFocused: true });
  await one.ask("window.selection", { path: path("a.txt"), version: 1, shown: 0, anchor: 4, head: 0 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("a.txt"), text: "xone" });
});

test("a selection of a text that has changed meanwhile is not told", async () => {
  const { running, path, client } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 4, head: 7 });
  writeFileSync(path("a.txt"), "zero\none\ntwo\nthree\n");
  await expect.poll(() => window.told("document.updates")).toHaveLength(1);
  // The cursor has moved with the text around it.
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
});

test("a selection that a window told before it heard of Claude's does not take the place of that one", async () => {
  const { running, path, client } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await asking.call("openFile", { filePath: path("a.txt"), startText: "two" });
  expect(window.told("show")).toHaveLength(1);
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 1, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "one" });
});

test("openFile with no window open: the next window begins with it, the cursor where it was put", async () => {
  const { running, path, client } = await standingWorkbench();
  const asking = await client();
  await asking.call("openFile", { filePath: path("a.txt"), startText: "two" });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("a.txt"), text: "two" });
  const window = new TestWindow(running.workbench);
  const [tab] = window.model.tabs;
  expect(window.told("welcome")[0]?.view.front[0]).toBe(tab?.id);
  expect(await window.ask("document.open", { path: path("a.txt") })).toMatchObject({
    selection: { anchor: 4, head: 7 },
  });
});

test("a preview makes room for the next, unless something was typed into it", async () => {
  const { running, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const preview = (name: string) => window.ask("tab.open", { path: path(name), preview: true });
  await preview("a.txt");
  await preview("b.txt");
  const labels = () => running.workbench.tabs.all.map((tab) => tab.path);
  expect(labels()).toEqual([path("b.txt")]);
  await window.type(path("b.txt"), "x", 2);
  await preview("a.txt");
  expect(labels()).toEqual([path("b.txt"), path("a.txt")]);
});

test("a tab with unsaved changes is not closed without a word, and its twin in the other half may be", async () => {
  const { running, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const left = await window.openFile(path("a.txt"));
  const { tab: right } = await window.ask("tab.open", { path: path("a.txt"), preview: false, group: 1 });
  await window.type(path("a.txt"), "x", 14);
  expect(await window.ask("tab.close", { tab: right, discard: false })).toEqual({ status: "closed" });
  expect(await window.ask("tab.close", { tab: left, discard: false })).toEqual({ status: "unsaved-changes" });
  expect(await window.ask("tab.close", { tab: left, discard: true })).toEqual({ status: "closed" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
});

test("a window whose name is in use is another window: a browser copies the name when a tab is duplicated", async () => {
  const { running } = await standingWorkbench();
  const first = new TestWindow(running.workbench);
  expect(new TestWindow(running.workbench, first.id).id).not.toBe(first.id);
});

test("withholding a file adds a rule, which counts at once; unsaved rules of the user are left alone", async () => {
  const { running, folder, path } = await standingWorkbench();
  mkdirSync(path("src"));
  const window = new TestWindow(running.workbench);
  writeFileSync(path("src/odd [name]!.txt"), "");
  await window.ask("privacy.withhold", { path: path("src/odd [name]!.txt") });
  expect(running.ide.whyWithheld(path("src/odd [name]!.txt"))?.source).toBe(path(".tandemignore"));
  expect(running.ide.whyWithheld(path("src/odd n.txt"))).toBeUndefined();
  await window.ask("privacy.edit", { folder });
  const { text } = await window.ask("document.open", { path: path(".tandemignore") });
  await window.type(path(".tandemignore"), "# mine\n", text.length);
  await expect(window.ask("privacy.withhold", { path: path("a.txt") })).rejects.toThrow("unsaved changes");
  const rules = await window.ask("privacy.rules", {});
  expect(rules.folders[0]?.text).toContain("/src/odd");
  expect(rules.builtIn).toContain(".env*");
});

test("a mention from the page tells what became of it", async () => {
  const { running, path } = await standingWorkbench();
  writeFileSync(path(".env"), "SECRET=1\n");
  const window = new TestWindow(running.workbench);
  expect(await window.ask("mention", { path: path("a.txt"), lines: { start: 0, end: 1 } })).toEqual({
    status: "queued",
  });
  expect(await window.ask("mention", { path: path(".env") })).toMatchObject({ status: "withheld" });
  await window.ask("sharing.pause", { isPaused: true });
  expect(running.ide.status.isPaused).toBe(true);
});

test("folders come and go, by their real paths; what is no folder is refused", async () => {
  const { running, folder, path } = await standingWorkbench();
  mkdirSync(path("src"));
  const window = new TestWindow(running.workbench);
  await window.ask("folder.add", { path: path("src") });
  expect(running.workbench.folders).toEqual([folder, path("src")]);
  await window.ask("folder.remove", { path: path("src") });
  await expect(window.ask("folder.add", { path: path("nothing") })).rejects.toThrow("There is no folder");
  await expect(window.ask("folder.remove", { path: folder })).rejects.toThrow("A workspace needs a folder");
  expect(running.workbench.folders).toEqual([folder]);
});

test("a new file is made and opened, never over one that is there, never outside", async () => {
  const { running, folder, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  await window.ask("file.create", { path: path("deep/new.txt") });
  expect(readFileSync(path("deep/new.txt"), "utf8")).toBe("");
  await expect(window.ask("file.create", { path: path("a.txt") })).rejects.toThrow("is there already");
  await expect(window.ask("file.create", { path: join(folder, "..", "x") })).rejects.toThrow("not in a folder");
  expect(running.workbench.windows.currentView.activeFile?.path).toBe(path("deep/new.txt"));
});

test("what the page asks in a way that makes no sense is refused with words, and changes nothing", async () => {
  const { running, path } = await standingWorkbench();
  const window = new TestWindow(running.workbench);
  const ask: (method: string, params: unknown) => Promise<unknown> = (method, params) =>
    window.ask(method as "tab.close", params as never);
  await expect(ask("tab.close", { tab: 7 })).rejects.toThrow("makes no sense");
  await expect(ask("toString", {})).rejects.toThrow("does not know");
  await expect(ask("document.open", { path: path("a.txt") })).rejects.toThrow("a.txt is not open any more");
});

test("without language tools and a kernel ten tools are offered; with them all twelve, and code runs only when allowed", async () => {
  const tools = async (asking: Client) => (await asking.listTools()).map((tool) => tool.name);
  const without = await standingWorkbench();
  expect(await tools(await without.client())).toHaveLength(10);
  const ran: string[] = [];
  const told: string[] = [];
  const output: CodeOutput[] = [{ type: "text", text: "4" }];
  const { running, path, client } = await standingWorkbench({
    languageTools: {
      opened: ({ path: file, languageId }) => told.push(`opened ${file} ${languageId}`),
      changed: ({ text }) => told.push(`changed ${text()}`),
      saved: (file) => told.push(`saved ${file}`),
      closed: (file) => told.push(`closed ${file}`),
      diagnostics: () => ({ files: [], isCurrent: true }),
    },
    codeRunner: {
      forWorkspace: async () => ({
        status: "idle",
        onStatusChanged: () => () => {},
        run: async (code) => {
          ran.push(code);
          return { isOk: true, executionCount: 1, answer: output, outputs: [] };
        },
        interrupt: async () => {},
        restart: async () => {},
      }),
      forNotebook: () => Promise.reject(new Error("no notebook is open")),
      closeNotebook: async () => {},
    },
  });
  const asking = await client();
  expect(await tools(asking)).toHaveLength(12);
  const window = new TestWindow(running.workbench);
  const tab = await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "x", 14);
  await window.ask("document.save", { path: path("a.txt"), overwrite: false });
  await window.ask("tab.close", { tab, discard: false });
  const file = path("a.txt");
  expect(told).toEqual([`opened ${file} plaintext`, "changed xone\ntwo\nthree\n", `saved ${file}`, `closed ${file}`]);

  const waiting = () => window.model.codeToRun.map(({ code }) => code);
  const refused = asking.callRaw("executeCode", { code: "1/0" });
  await expect.poll(waiting).toEqual(["1/0"]);
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "never" });
  expect(await refused).toMatchObject({ isError: true });
  const allowed = asking.callRaw("executeCode", { code: "2+2" });
  await expect.poll(waiting).toEqual(["2+2"]);
  await window.ask("code.decide", { run: window.model.codeToRun[0]?.run ?? "", answer: "always" });
  expect(await allowed).toMatchObject({ content: [{ type: "text", text: "4" }] });
  await asking.callRaw("executeCode", { code: "3+3" });
  expect(ran).toEqual(["2+2", "3+3"]);
});
