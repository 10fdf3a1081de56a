/** The host without a browser: real files, a real endpoint and client, and windows that only send messages. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "@tandem-ide/client";
import type { CodeOutput } from "@tandem-ide/server";
import { expect, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { workbenchFixture } from "../testing/workbench-fixture.js";

test("the tree honours .gitignore, explains hidden files, and follows the disk", async () => {
  const { running, folder, path } = await workbenchFixture();
  mkdirSync(path("src"));
  writeFileSync(path(".env"), "SECRET=1\n");
  writeFileSync(path(".gitignore"), "ignored.txt\n");
  writeFileSync(path("ignored.txt"), "");
  const window = new TestWindow(running.workbench);
  const entries = await window.ask("tree.list", { path: folder });
  expect(entries.map(({ name }) => name)).toEqual(["src", ".env", ".gitignore", "a.txt", "b.txt"]);
  expect(entries.find(({ name }) => name === ".env")?.hidden).toBe("it matches Tandem's built-in rule “.env*”");
  writeFileSync(path("new.txt"), "");
  await expect
    .poll(() =>
      window
        .received("tree.changed")
        .at(-1)
        ?.entries.map(({ name }) => name),
    )
    .toContain("new.txt");
  await window.ask("tree.forget", { path: folder });
  await expect(window.ask("tree.list", { path: dirname(folder) })).rejects.toThrow("isn't in a workspace folder");
});

test("finds files by a few letters of their names", async () => {
  const { running, path } = await workbenchFixture();
  mkdirSync(path("src"));
  writeFileSync(path("src/workbench-editor.ts"), "");
  const window = new TestWindow(running.workbench);
  const { files } = await window.ask("files.find", { query: "wbedit", limit: 10 });
  expect(files[0]?.path).toBe(path("src/workbench-editor.ts"));
  expect((await window.ask("files.find", { query: "", limit: 2 })).files).toHaveLength(2);
});

test("text typed in a window is unsaved for Claude Code until it is saved exactly", async () => {
  const { running, path, client } = await workbenchFixture();
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

test("saveDocument refuses to overwrite another program's changes", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "mine ", 14);
  writeFileSync(path("a.txt"), "theirs\n");
  const answer = await asking.callRaw("saveDocument", { filePath: path("a.txt") });
  expect(JSON.stringify(answer)).toContain("has changed on disk");
  expect(readFileSync(path("a.txt"), "utf8")).toBe("theirs\n");
});

test("a deleted folder is recreated by the user's save but not by a client's saveDocument", async () => {
  const { running, folder, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "mine ", 14);
  rmSync(folder, { recursive: true });
  expect(await asking.call("saveDocument", { filePath: path("a.txt") })).toMatchObject({
    saved: false,
    message: expect.stringContaining("the folder that contained a.txt no longer exists"),
  });
  expect(existsSync(folder)).toBe(false);
  expect(await window.ask("document.save", { path: path("a.txt"), overwrite: true })).toEqual({ status: "saved" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("mine one\ntwo\nthree\n");
});

test("a response waits for unsent changes from a window, but not for a suspended window", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  window.answersFlush = false;
  const asked = asking.call("checkDocumentDirty", { filePath: path("a.txt") });
  await expect.poll(() => window.received("flush")).toHaveLength(1);
  await window.type(path("a.txt"), "x", 14);
  window.send({ flushed: window.received("flush")[0]?.flush });
  expect(await asked).toMatchObject({ isDirty: true });
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ success: true });
});

test("a preview is replaced by the next one unless it was edited", async () => {
  const { running, path } = await workbenchFixture();
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

test("closing a tab with unsaved changes asks, unless the file has another tab", async () => {
  const { running, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const left = await window.openFile(path("a.txt"));
  const { tab: right } = await window.ask("tab.open", { path: path("a.txt"), preview: false, group: 1 });
  await window.type(path("a.txt"), "x", 14);
  expect(await window.ask("tab.close", { tab: right, discard: false })).toEqual({ status: "closed" });
  expect(await window.ask("tab.close", { tab: left, discard: false })).toEqual({ status: "unsaved-changes" });
  expect(await window.ask("tab.close", { tab: left, discard: true })).toEqual({ status: "closed" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
});

test("hiding a file adds a rule that applies at once, unless the rules have unsaved changes", async () => {
  const { running, folder, path } = await workbenchFixture();
  mkdirSync(path("src"));
  const window = new TestWindow(running.workbench);
  writeFileSync(path("src/odd [name]!.txt"), "");
  await window.ask("privacy.hide", { path: path("src/odd [name]!.txt") });
  expect(running.endpoint.whyHidden(path("src/odd [name]!.txt"))?.source).toBe(path(".tandemignore"));
  expect(running.endpoint.whyHidden(path("src/odd n.txt"))).toBeUndefined();
  await window.ask("privacy.edit", { folder });
  const { text } = await window.ask("document.open", { path: path(".tandemignore") });
  await window.type(path(".tandemignore"), "# mine\n", text.length);
  await expect(window.ask("privacy.hide", { path: path("a.txt") })).rejects.toThrow("unsaved changes");
  const rules = await window.ask("privacy.rules", {});
  expect(rules.folders[0]?.text).toContain("/src/odd");
  expect(rules.builtIn).toContain(".env*");
});

test("a mention from the page returns its outcome", async () => {
  const { running, path } = await workbenchFixture();
  writeFileSync(path(".env"), "SECRET=1\n");
  const window = new TestWindow(running.workbench);
  expect(await window.ask("mention", { path: path("a.txt"), lines: { start: 0, end: 1 } })).toEqual({
    status: "queued",
  });
  expect(await window.ask("mention", { path: path(".env") })).toMatchObject({ status: "hidden" });
  await window.ask("sharing.pause", { isPaused: true });
  expect(running.endpoint.status.isPaused).toBe(true);
});

test("adds and removes folders by their real paths, and refuses anything else", async () => {
  const { running, folder, path } = await workbenchFixture();
  mkdirSync(path("src"));
  const window = new TestWindow(running.workbench);
  await window.ask("folder.add", { path: path("src") });
  expect(running.workbench.folders).toEqual([folder, path("src")]);
  await window.ask("folder.remove", { path: path("src") });
  await expect(window.ask("folder.add", { path: path("nothing") })).rejects.toThrow("isn't a folder");
  await expect(window.ask("folder.remove", { path: folder })).rejects.toThrow("A workspace needs at least one folder");
  expect(running.workbench.folders).toEqual([folder]);
});

test("creates and opens a new file, but never over an existing one or outside the workspace", async () => {
  const { running, folder, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  await window.ask("file.create", { path: path("deep/new.txt") });
  expect(readFileSync(path("deep/new.txt"), "utf8")).toBe("");
  await expect(window.ask("file.create", { path: path("a.txt") })).rejects.toThrow("already exists");
  await expect(window.ask("file.create", { path: join(folder, "..", "x") })).rejects.toThrow(
    "isn't in a workspace folder",
  );
  expect(running.workbench.windows.currentView.activeFile?.path).toBe(path("deep/new.txt"));
});

test("rejects invalid requests from the page with a message, and changes nothing", async () => {
  const { running, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const ask: (method: string, params: unknown) => Promise<unknown> = (method, params) =>
    window.ask(method as "tab.close", params as never);
  await expect(ask("tab.close", { tab: 7 })).rejects.toThrow("Invalid parameters");
  await expect(ask("toString", {})).rejects.toThrow("Unknown method");
  await expect(ask("document.open", { path: path("a.txt") })).rejects.toThrow("a.txt is no longer open");
});

test("offers ten tools without language tools and a kernel and twelve with them, and runs code only when allowed", async () => {
  const tools = async (asking: Client) => (await asking.listTools()).map((tool) => tool.name);
  const without = await workbenchFixture();
  expect(await tools(await without.client())).toHaveLength(10);
  const ran: string[] = [];
  const received: string[] = [];
  const output: CodeOutput[] = [{ type: "text", text: "4" }];
  const { running, path, client } = await workbenchFixture({
    languageTools: {
      opened: ({ path: file, languageId }) => received.push(`opened ${file} ${languageId}`),
      changed: ({ text }) => received.push(`changed ${text()}`),
      saved: (file) => received.push(`saved ${file}`),
      closed: (file) => received.push(`closed ${file}`),
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
  expect(received).toEqual([
    `opened ${file} plaintext`,
    "changed xone\ntwo\nthree\n",
    `saved ${file}`,
    `closed ${file}`,
  ]);

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
