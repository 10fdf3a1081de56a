/** Windows without a browser: their shared texts, their own tabs and selections. The client is a real one. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { workbenchFixture } from "../testing/workbench-fixture.js";

test("two windows share a document, have their own front tabs, and the focused one is the active editor", async () => {
  const { running, path, client } = await workbenchFixture();
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
  expect(two.received("document.updates").at(-1)).toMatchObject({ document: path("a.txt"), version: 0 });
  // A selection in a window without focus doesn't count.
  await one.ask("window.selection", { path: path("a.txt"), version: 1, shown: 0, anchor: 0, head: 4 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("b.txt"), text: "" });
  await one.ask("window.focus", { isFocused: true });
  await one.ask("window.selection", { path: path("a.txt"), version: 1, shown: 0, anchor: 4, head: 0 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("a.txt"), text: "xone" });
});

test("does not report a selection in an outdated text", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 4, head: 7 });
  writeFileSync(path("a.txt"), "zero\none\ntwo\nthree\n");
  await expect.poll(() => window.received("document.updates")).toHaveLength(1);
  // The cursor has moved with the text.
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
});

test("a selection that a window sent before it got Claude's does not replace it", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  await window.openFile(path("a.txt"));
  await asking.call("openFile", { filePath: path("a.txt"), startText: "two" });
  expect(window.received("show")).toHaveLength(1);
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 0, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "two" });
  await window.ask("window.selection", { path: path("a.txt"), version: 0, shown: 1, anchor: 0, head: 3 });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ text: "one" });
});

test("openFile without a window: the next window shows the file with its cursor", async () => {
  const { running, path, client } = await workbenchFixture();
  const asking = await client();
  await asking.call("openFile", { filePath: path("a.txt"), startText: "two" });
  expect(await asking.call("getCurrentSelection")).toMatchObject({ filePath: path("a.txt"), text: "two" });
  const window = new TestWindow(running.workbench);
  const [tab] = window.model.tabs;
  expect(window.received("welcome")[0]?.view.front[0]).toBe(tab?.id);
  expect(await window.ask("document.open", { path: path("a.txt") })).toMatchObject({
    selection: { anchor: 4, head: 7 },
  });
});

test("a window whose name is in use gets a new one: a browser copies the name when a tab is duplicated", async () => {
  const { running } = await workbenchFixture();
  const first = new TestWindow(running.workbench);
  expect(new TestWindow(running.workbench, first.id).id).not.toBe(first.id);
});
