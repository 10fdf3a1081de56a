/** The host without a browser: real files, a real endpoint with a real client, windows that only speak. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangeSet } from "@codemirror/state";
import { type Client, connect } from "@tandem/client";
import type { CodeOutput } from "@tandem/server";
import { FakeClock } from "@tandem/server/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "./create-workbench.js";

let root: string;
let folder: string;
let running: RunningWorkbench;
const closings: (() => Promise<void>)[] = [];

async function start(options: Partial<CreateWorkbenchOptions> = {}): Promise<RunningWorkbench> {
  const { ide, ...rest } = options;
  const workbench = await createWorkbench({
    folders: [folder],
    pageFolder: join(root, "page"),
    ide: { configDir: join(root, "config"), env: {}, readyDelayMs: 0, ...ide },
    ...rest,
  });
  closings.push(() => workbench.close());
  return workbench;
}

async function client(): Promise<Client> {
  const { port, authToken } = running.ide;
  const connected = await connect({ port, authToken });
  closings.push(() => connected.close());
  return connected;
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  folder = join(root, "project");
  mkdirSync(join(root, "page"));
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(root, "page", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(folder, "b.txt"), "b\n");
  writeFileSync(join(folder, ".env"), "SECRET=1\n");
  writeFileSync(join(folder, ".gitignore"), "ignored.txt\n");
  writeFileSync(join(folder, "ignored.txt"), "");
  running = await start();
});

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
  rmSync(root, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

async function openFile(window: TestWindow, name: string): Promise<string> {
  return (await window.ask("tab.open", { path: path(name), preview: false })).tab;
}

function insert(window: TestWindow, document: string, version: number, text: string, length: number): Promise<void> {
  const updates = [ChangeSet.of({ from: 0, insert: text }, length).toJSON()];
  return window.ask("document.push", { document, version, clientId: "w", updates }) as Promise<never>;
}

function propose(from: Client, name: string, text: string, tab = "t") {
  const file = path(name);
  return from.call("openDiff", { old_file_path: file, new_file_path: file, new_file_contents: text, tab_name: tab });
}

test("the tree honours .gitignore, says what is withheld and why, and follows the disk", async () => {
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
  await expect(window.ask("tree.list", { path: root })).rejects.toThrow("is not in a folder of this workspace");
});

test("files are found by a few letters of their names", async () => {
  writeFileSync(path("src/workbench-editor.ts"), "");
  const window = new TestWindow(running.workbench);
  const { files } = await window.ask("files.find", { query: "wbedit", limit: 10 });
  expect(files[0]?.path).toBe(path("src/workbench-editor.ts"));
  expect((await window.ask("files.find", { query: "", limit: 2 })).files).toHaveLength(2);
});

test("what is typed in a window is unsaved for Claude Code, until it is saved to the byte", async () => {
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await openFile(window, "a.txt");
  const { version } = await window.ask("document.open", { path: path("a.txt") });
  await insert(window, path("a.txt"), version, "new ", 14);
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ isDirty: true });
  await expect.poll(() => window.model.tabs[0]).toMatchObject({ isDirty: true, isPreview: false });
  expect(await window.ask("document.save", { path: path("a.txt"), overwrite: false })).toEqual({ status: "saved" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("new one\ntwo\nthree\n");
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ isDirty: false });
});

test("saveDocument does not overwrite what somebody else wrote, and says so", async () => {
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await openFile(window, "a.txt");
  await insert(window, path("a.txt"), 0, "mine ", 14);
  writeFileSync(path("a.txt"), "theirs\n");
  const answer = await asking.callRaw("saveDocument", { filePath: path("a.txt") });
  expect(JSON.stringify(answer)).toContain("was changed on disk");
  expect(readFileSync(path("a.txt"), "utf8")).toBe("theirs\n");
});

test("an answer waits for what a window has not sent yet, but not for a window that sleeps", async () => {
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await openFile(window, "a.txt");
  window.answersFlush = false;
  const asked = asking.call("checkDocumentDirty", { filePath: path("a.txt") });
  await expect.poll(() => window.told("flush")).toHaveLength(1);
  await insert(window, path("a.txt"), 0, "x", 14);
  window.send({ flushed: window.told("flush")[0]?.flush });
  expect(await asked).toMatchObject({ isDirty: true });
  expect(await asking.call("checkDocumentDirty", { filePath: path("a.txt") })).toMatchObject({ success: true });
});

test("two windows: a text is one, what is in front is each one's own, the focused one is the active editor", async () => {
  const one = new TestWindow(running.workbench);
  const two = new TestWindow(running.workbench);
  const asking = await client();
  await one.ask("window.focus", { isFocused: true });
  await openFile(one, "a.txt");
  await openFile(two, "b.txt");
  const active = async () => {
    const { tabs } = await asking.call("getOpenEditors");
    return tabs.filter((tab) => tab.isActive).map((tab) => tab.label);
  };
  expect(await active()).toEqual(["a.txt"]);
  await two.ask("window.focus", { isFocused: true });
  expect(await active()).toEqual(["b.txt"]);
  await insert(one, path("a.txt"), 0, "x", 14);
  expect(two.told("document.updates").at(-1)).toMatchObject({ document: path("a.txt"), version: 0 });
  // A selection in the window where the user is not is not the user's.
  await one.ask("window.selection", { path: path("a.txt"), version: 1, shown: 0, anchor: 0, head: 4 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("b.txt"), text: "" });
  await one.ask("window.focus", { isFocused: true });
  await one.ask("window.selection", { path: path("a.txt"), version: 1, shown: 0, anchor: 4, head: 0 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("a.txt"), text: "xone" });
});

test("a selection of a text that has changed meanwhile is not told", async () => {
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await openFile(window, "a.txt");
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 4, head: 7 });
  writeFileSync(path("a.txt"), "zero\none\ntwo\nthree\n");
  await expect.poll(() => window.told("document.updates")).toHaveLength(1);
  // The cursor has moved with the text around it.
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
});

test("a selection that a window told before it heard of Claude's does not take the place of that one", async () => {
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await openFile(window, "a.txt");
  await asking.call("openFile", { filePath: path("a.txt"), startText: "two" });
  expect(window.told("show")).toHaveLength(1);
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 1, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "one" });
});

test("openFile with no window open: the next window begins with it, the cursor where it was put", async () => {
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
  const window = new TestWindow(running.workbench);
  const preview = (name: string) => window.ask("tab.open", { path: path(name), preview: true });
  await preview("a.txt");
  await preview("b.txt");
  const labels = () => running.workbench.tabs.all.map((tab) => tab.path);
  expect(labels()).toEqual([path("b.txt")]);
  await insert(window, path("b.txt"), 0, "x", 2);
  await preview("a.txt");
  expect(labels()).toEqual([path("b.txt"), path("a.txt")]);
});

test("a tab with unsaved changes is not closed without a word, and its twin in the other half may be", async () => {
  const window = new TestWindow(running.workbench);
  const left = await openFile(window, "a.txt");
  const { tab: right } = await window.ask("tab.open", { path: path("a.txt"), preview: false, group: 1 });
  await insert(window, path("a.txt"), 0, "x", 14);
  expect(await window.ask("tab.close", { tab: right, discard: false })).toEqual({ status: "closed" });
  expect(await window.ask("tab.close", { tab: left, discard: false })).toEqual({ status: "unsaved-changes" });
  expect(await window.ask("tab.close", { tab: left, discard: true })).toEqual({ status: "closed" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
});

test("what the user made of a proposal is what is answered, a reload in between or not; the file is not written", async () => {
  const window = new TestWindow(running.workbench);
  const asking = await client();
  const answer = propose(asking, "a.txt", "ONE\ntwo\nTHREE\n");
  await expect.poll(() => window.told("show")).toHaveLength(1);
  const [review] = window.model.tabs.filter((tab) => tab.kind === "review");
  expect(review?.review).toMatchObject({ added: 2, removed: 2, hunks: 2, tabName: "t", isNewFile: false });
  const id = review?.review.id ?? "";
  expect(await window.ask("review.open", { review: id })).toEqual({
    base: { text: "one\ntwo\nthree\n", version: 0 },
    result: { text: "ONE\ntwo\nTHREE\n", version: 0 },
  });
  await insert(window, `review:${id}`, 0, "edited ", 14);
  await window.ask("review.base", { review: id, version: 0, text: "ONE\ntwo\nthree\n" });
  window.go();
  const again = new TestWindow(running.workbench, window.id);
  expect(again.id).toBe(window.id);
  expect(await again.ask("review.open", { review: id })).toEqual({
    base: { text: "ONE\ntwo\nthree\n", version: 1 },
    result: { text: "edited ONE\ntwo\nTHREE\n", version: 1 },
  });
  await again.ask("review.decide", { review: id, accepted: true });
  expect(await answer).toEqual({ decision: "saved", text: "edited ONE\ntwo\nTHREE\n" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  await expect.poll(() => again.model.tabs).toEqual([]);
});

test("a proposal that is taken back closes its tab in every window", async () => {
  const windows = [new TestWindow(running.workbench), new TestWindow(running.workbench)];
  const asking = await client();
  const answer = propose(asking, "a.txt", "x");
  for (const window of windows) await expect.poll(() => window.model.tabs).toHaveLength(1);
  await asking.call("close_tab", { tab_name: "t" });
  expect(await answer).toMatchObject({ decision: "rejected" });
  for (const window of windows) await expect.poll(() => window.model.tabs).toEqual([]);
});

test("a review says when its file was changed under it", async () => {
  const window = new TestWindow(running.workbench);
  void propose(await client(), "a.txt", "x").catch(() => {});
  const review = () => window.model.tabs.find((tab) => tab.kind === "review")?.review;
  await expect.poll(() => review()?.isOutdated).toBe(false);
  writeFileSync(path("a.txt"), "changed\n");
  await expect.poll(() => review()?.isOutdated).toBe(true);
  writeFileSync(path("a.txt"), "one\ntwo\nthree\n");
  await expect.poll(() => review()?.isOutdated).toBe(false);
});

/** A workbench whose time stands still, with a review on the screen of a window. */
async function withReview() {
  const clock = new FakeClock();
  running = await start({ ide: { configDir: join(root, "other"), env: {}, clock } });
  const window = new TestWindow(running.workbench);
  const asking = await client();
  let decision = "none";
  propose(asking, "a.txt", "x").then(
    (answer) => {
      decision = answer.decision;
    },
    () => {},
  );
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(1);
  return { clock, window, decision: () => decision };
}

test("closing the only window rejects what it showed; a reload does not", async () => {
  const { clock, window, decision } = await withReview();
  window.go();
  const again = new TestWindow(running.workbench, window.id);
  clock.advance(5000);
  expect(running.workbench.reviews.all).toHaveLength(1);
  again.go();
  clock.advance(5000);
  await expect.poll(decision).toBe("rejected");
});

test("closing one of two windows rejects nothing: the other still shows it", async () => {
  const { clock, window, decision } = await withReview();
  const other = new TestWindow(running.workbench);
  window.go();
  clock.advance(5000);
  expect([running.workbench.reviews.all.length, decision()]).toEqual([1, "none"]);
  other.go();
  clock.advance(5000);
  await expect.poll(decision).toBe("rejected");
});

test("a browser that crashes, or puts the tab to sleep, rejects nothing", async () => {
  const { clock, window } = await withReview();
  window.vanish();
  clock.advance(5000);
  expect(running.workbench.reviews.all).toHaveLength(1);
});

test("a proposal that came when the window had gone is not rejected with it: nobody saw it", async () => {
  const { clock, window, decision } = await withReview();
  window.go();
  void propose(await client(), "b.txt", "y", "second").catch(() => {});
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(2);
  clock.advance(5000);
  await expect.poll(decision).toBe("rejected");
  expect(running.workbench.reviews.all.map(({ proposal }) => proposal.tabName)).toEqual(["second"]);
});

test("a window whose name is in use is another window: a browser copies the name when a tab is duplicated", () => {
  const first = new TestWindow(running.workbench);
  expect(new TestWindow(running.workbench, first.id).id).not.toBe(first.id);
});

test("withholding a file adds a rule, which counts at once; unsaved rules of the user are left alone", async () => {
  const window = new TestWindow(running.workbench);
  writeFileSync(path("src/odd [name]!.txt"), "");
  await window.ask("privacy.withhold", { path: path("src/odd [name]!.txt") });
  expect(running.ide.whyWithheld(path("src/odd [name]!.txt"))?.source).toBe(path(".tandemignore"));
  expect(running.ide.whyWithheld(path("src/odd n.txt"))).toBeUndefined();
  await window.ask("privacy.edit", { folder });
  const { text } = await window.ask("document.open", { path: path(".tandemignore") });
  await insert(window, path(".tandemignore"), 0, "# mine\n", text.length);
  await expect(window.ask("privacy.withhold", { path: path("a.txt") })).rejects.toThrow("unsaved changes");
  const rules = await window.ask("privacy.rules", {});
  expect(rules.folders[0]?.text).toContain("/src/odd");
  expect(rules.builtIn).toContain(".env*");
});

test("a mention from the page tells what became of it", async () => {
  const window = new TestWindow(running.workbench);
  expect(await window.ask("mention", { path: path("a.txt"), lines: { start: 0, end: 1 } })).toEqual({
    status: "queued",
  });
  expect(await window.ask("mention", { path: path(".env") })).toMatchObject({ status: "withheld" });
  await window.ask("sharing.pause", { isPaused: true });
  expect(running.ide.status.isPaused).toBe(true);
});

test("folders come and go, by their real paths; what is no folder is refused", async () => {
  const window = new TestWindow(running.workbench);
  await window.ask("folder.add", { path: path("src") });
  expect(running.workbench.folders).toEqual([folder, path("src")]);
  await window.ask("folder.remove", { path: path("src") });
  await expect(window.ask("folder.add", { path: path("nothing") })).rejects.toThrow("There is no folder");
  await expect(window.ask("folder.remove", { path: folder })).rejects.toThrow("A workspace needs a folder");
  expect(running.workbench.folders).toEqual([folder]);
});

test("a new file is made and opened, never over one that is there, never outside", async () => {
  const window = new TestWindow(running.workbench);
  await window.ask("file.create", { path: path("deep/new.txt") });
  expect(readFileSync(path("deep/new.txt"), "utf8")).toBe("");
  await expect(window.ask("file.create", { path: path("a.txt") })).rejects.toThrow("is there already");
  await expect(window.ask("file.create", { path: join(root, "x") })).rejects.toThrow("not in a folder");
  expect(running.workbench.windows.currentView.activeFile?.path).toBe(path("deep/new.txt"));
});

test("what the page asks in a way that makes no sense is refused with words, and changes nothing", async () => {
  const window = new TestWindow(running.workbench);
  const ask: (method: string, params: unknown) => Promise<unknown> = (method, params) =>
    window.ask(method as "tab.close", params as never);
  await expect(ask("tab.close", { tab: 7 })).rejects.toThrow("makes no sense");
  await expect(ask("toString", {})).rejects.toThrow("does not know");
  await expect(ask("document.open", { path: path("a.txt") })).rejects.toThrow("a.txt is not open any more");
});

test("without language tools and a kernel ten tools are offered; with them all twelve, and code runs only when allowed", async () => {
  const tools = async (asking: Client) => (await asking.listTools()).map((tool) => tool.name);
  expect(await tools(await client())).not.toContain("getDiagnostics");
  const ran: string[] = [];
  const told: string[] = [];
  const output: CodeOutput[] = [{ type: "text", text: "4" }];
  running = await start({
    ide: { configDir: join(root, "other"), env: {} },
    languageTools: {
      opened: ({ path: file, languageId }) => told.push(`opened ${file} ${languageId}`),
      changed: ({ text }) => told.push(`changed ${text()}`),
      saved: (file) => told.push(`saved ${file}`),
      closed: (file) => told.push(`closed ${file}`),
      diagnostics: () => ({ files: [{ path: path("a.txt"), diagnostics: [] }], isCurrent: true }),
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
  const tab = await openFile(window, "a.txt");
  await insert(window, path("a.txt"), 0, "x", 14);
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

test("a window that sleeps still shows its reviews: closing the other one rejects nothing, until it is closed too", async () => {
  const { clock, window, decision } = await withReview();
  const other = new TestWindow(running.workbench);
  window.vanish();
  other.go();
  clock.advance(5000);
  expect([running.workbench.reviews.all.length, decision()]).toEqual([1, "none"]);
  const awake = new TestWindow(running.workbench, window.id);
  awake.go();
  clock.advance(5000);
  await expect.poll(decision).toBe("rejected");
});
