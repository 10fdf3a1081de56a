/** Changes on disk as windows see them, with a recorder that the test controls. */
import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { ChangeList, ChangeOutcome, FileChange } from "@tandem-ide/changes/model";
import { expect, test } from "vitest";
import { TestWindow } from "../../testing/test-window.js";
import { workbenchFixture } from "../../testing/workbench-fixture.js";
import type { RecordedChanges } from "./shown-changes.js";

/** Lists what the test sets, and remembers its calls. */
class TestRecorder implements RecordedChanges {
  list: ChangeList = { turns: [], undone: [], problems: [] };
  readonly calls: unknown[] = [];
  readonly saves: string[] = [];
  outcome: ChangeOutcome = { kind: "done", message: "Done" };
  #listener = () => {};

  show(list: Partial<ChangeList>): void {
    this.list = { ...this.list, ...list };
    this.#listener();
  }

  /** Lists one turn with these files. */
  showFiles(folder: string, paths: readonly string[]): void {
    const file = (path: string): FileChange => ({
      ...{ path, kind: "changed", added: 1, removed: 1 },
      ...{ hasUserEdits: false, isOpaque: false },
    });
    this.show({ turns: [{ id: "1", kind: "turn", folder, startedAt: 0, agents: ["a"], files: paths.map(file) }] });
  }

  onChanged(listener: () => void) {
    this.#listener = listener;
    return () => {
      this.#listener = () => {};
    };
  }
  attach() {}
  clientsChanged() {}
  foldersChanged() {}
  promptSent() {}
  accepted() {}
  saved(path: string) {
    this.saves.push(path);
  }
  async open(turn: string, path: string) {
    return { turn, path, kind: "changed" as const, before: "", after: "", hunks: [], version: "v" };
  }
  async openFile() {
    return undefined;
  }
  async keep(...call: unknown[]) {
    this.calls.push(["keep", ...call]);
    return this.outcome;
  }
  async undo(...call: unknown[]) {
    this.calls.push(["undo", ...call]);
    return this.outcome;
  }
  async restore(...call: unknown[]) {
    this.calls.push(["restore", ...call]);
    return this.outcome;
  }
  async refresh() {
    this.calls.push(["refresh"]);
  }
  async startOver() {
    this.calls.push(["startOver"]);
    return this.outcome;
  }
  async close() {
    this.calls.push(["close"]);
  }
}

async function fixture() {
  const recorder = new TestRecorder();
  return { recorder, ...(await workbenchFixture({ changes: recorder })) };
}

test("a window gets the list when it connects and after each change, and decides on what it shows", async () => {
  const { recorder, running, folder, path } = await fixture();
  recorder.showFiles(folder, [path("a.txt")]);
  const window = new TestWindow(running.workbench);
  expect(window.model.recordsChanges).toBe(true);
  expect(window.received("changes").at(-1)?.turns[0]).toMatchObject({ id: "1", fileCount: 1, added: 1 });
  recorder.showFiles(folder, [path("a.txt"), path("b.txt")]);
  await expect.poll(() => window.received("changes").at(-1)?.turns[0]?.fileCount).toBe(2);

  const target = { turn: "1", path: path("a.txt"), hunks: { version: "v", indexes: [0] } };
  expect(await window.ask("changes.open", { turn: "1", path: path("a.txt") })).toMatchObject({ version: "v" });
  expect(await window.ask("changes.open-file", { path: path("a.txt") })).toEqual({});
  recorder.outcome = { kind: "question", question: "Really?" };
  expect(await window.ask("changes.undo", { target })).toEqual(recorder.outcome);
  await window.ask("changes.undo", { target, isConfirmed: true });
  await window.ask("changes.keep", { target: { turn: "1" } });
  await window.ask("changes.restore", { undone: "u" });
  await window.ask("changes.start-over", {});
  await window.ask("window.focus", { isFocused: true });
  await running.close();
  expect(recorder.calls).toEqual([
    ["undo", target, undefined],
    ["undo", target, true],
    ["keep", { turn: "1" }],
    ["restore", "u", undefined],
    ["startOver"],
    ["refresh"],
    ["close"],
  ]);
});

test("a change opens as a tab, which a preview replaces and which closes when the change is gone", async () => {
  const { recorder, running, folder, path } = await fixture();
  recorder.showFiles(folder, [path("a.txt"), path("b.txt")]);
  const window = new TestWindow(running.workbench);
  const show = (name: string, preview: boolean) =>
    window.ask("changes.show", { turn: "1", path: path(name), preview, group: 0 });
  const tabs = () => window.model.tabs.map((tab) => `${tab.kind} ${tab.label}`);
  await show("a.txt", true);
  await show("b.txt", true);
  await expect.poll(tabs).toEqual(["change b.txt"]);
  const { tab } = await show("b.txt", false);
  await show("a.txt", true);
  await expect.poll(tabs).toEqual(["change b.txt", "change a.txt"]);
  expect(window.model.tabs[0]).toMatchObject({ id: tab, isPreview: false, change: { turn: "1", agents: ["a"] } });
  recorder.showFiles(folder, [path("a.txt")]);
  await expect.poll(tabs).toEqual(["change a.txt"]);
  await expect(show("b.txt", false)).rejects.toThrow("b.txt has no changes left");
});

test("everything that the user writes here is reported, with the file that a link points to", async () => {
  const { recorder, running, folder, path } = await fixture();
  renameSync(path("b.txt"), path("target.txt"));
  symlinkSync("target.txt", path("b.txt"));
  mkdirSync(path("sub"));
  const window = new TestWindow(running.workbench);
  for (const name of ["a.txt", "b.txt"]) {
    await window.openFile(path(name));
    await window.type(path(name), "x", name === "a.txt" ? 14 : 2);
    await window.ask("document.save", { path: path(name), overwrite: false });
  }
  await window.ask("file.create", { path: path("sub/new.txt") });
  await window.ask("privacy.hide", { path: path("a.txt") });
  expect(recorder.saves.map((each) => relative(folder, each))).toEqual([
    "a.txt",
    "b.txt",
    "target.txt",
    join("sub", "new.txt"),
    ".tandemignore",
  ]);
});

test("without a recorder, requests about changes say why there are none", async () => {
  const { running, path } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  expect(window.model.recordsChanges).toBe(false);
  expect(window.received("changes")).toEqual([]);
  await expect(window.ask("changes.open", { turn: "1", path: path("a.txt") })).rejects.toThrow("--no-changes");
});
