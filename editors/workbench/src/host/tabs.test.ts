import { expect, test } from "vitest";
import { Tabs } from "./tabs.js";
import { WindowView } from "./view.js";

function names(tabs: Tabs, group: 0 | 1 = 0): string[] {
  return tabs.all.filter((tab) => tab.group === group).map((tab) => tab.path);
}

test("a file has one tab in each group, which stays ordinary when opened again as a preview", () => {
  const tabs = new Tabs(() => {});
  const first = tabs.openFile("a", 0, true);
  expect(tabs.openFile("a", 0, false)).toEqual({ ...first, isPreview: false });
  expect(tabs.openFile("a", 0, true).isPreview).toBe(false);
  tabs.openFile("a", 1, false);
  expect([names(tabs, 0), names(tabs, 1)]).toEqual([["a"], ["a"]]);
});

test("pinned tabs come first and stay there", () => {
  const tabs = new Tabs(() => {});
  const [, b, c] = ["a", "b", "c"].map((path) => tabs.openFile(path, 0, false));
  tabs.keep(c?.id ?? "", true);
  expect(names(tabs)).toEqual(["c", "a", "b"]);
  tabs.move(b?.id ?? "", 0, 0);
  expect(names(tabs)).toEqual(["c", "b", "a"]);
});

test("moving a file to a group where it is already open leaves one tab", () => {
  const tabs = new Tabs(() => {});
  const left = tabs.openFile("a", 0, false);
  tabs.openFile("b", 0, false);
  tabs.openFile("a", 1, false);
  tabs.move(left.id, 1, 0);
  expect([names(tabs, 0), names(tabs, 1)]).toEqual([["b"], ["a"]]);
});

test("a second group becomes the first when the first is empty", () => {
  const tabs = new Tabs(() => {});
  const left = tabs.openFile("a", 0, false);
  tabs.openFile("b", 1, false);
  tabs.close(left.id);
  expect(names(tabs, 0)).toEqual(["b"]);
});

test("closing a tab brings back the previous front tab, in each window on its own", () => {
  const tabs = new Tabs(() => {});
  const [a, b, c] = ["a", "b", "c"].map((path) => tabs.openFile(path, 0, false));
  if (!a || !b || !c) throw new Error("three tabs");
  const one = new WindowView(tabs);
  for (const tab of [a, b, c]) one.show(tab);
  const two = new WindowView(tabs, one);
  two.show(a);
  tabs.close(c.id);
  expect([one.front(0)?.path, two.front(0)?.path]).toEqual(["b", "a"]);
});

test("the file behind a front review stays the active one", () => {
  const tabs = new Tabs(() => {});
  const view = new WindowView(tabs);
  view.show(tabs.openFile("a", 0, false));
  view.show(tabs.openReview("r", "x", 0));
  expect([view.front(0)?.path, view.activeFile?.path]).toEqual(["x", "a"]);
});

test("the active file is in the active group", () => {
  const tabs = new Tabs(() => {});
  const view = new WindowView(tabs);
  const left = tabs.openFile("a", 0, false);
  const right = tabs.openFile("b", 1, false);
  view.set({ front: [left.id, right.id], group: 1 });
  expect(view.activeFile?.path).toBe("b");
  tabs.close(right.id);
  expect([view.activeFile?.path, view.group]).toEqual(["a", 0]);
});

test("a preview moved to the other group becomes ordinary, and the tab there loses nothing", () => {
  const tabs = new Tabs(() => {});
  tabs.openFile("b", 0, false);
  const preview = tabs.openFile("a", 0, true);
  const twin = tabs.openFile("a", 1, false);
  tabs.keep(twin.id, true);
  tabs.openFile("c", 1, true);
  tabs.move(preview.id, 1, 1);
  expect(tabs.fileTab("a", 1)).toMatchObject({ isPreview: false, isPinned: true });
  expect(tabs.files.filter((tab) => tab.isPreview).map((tab) => tab.path)).toEqual(["c"]);
});
