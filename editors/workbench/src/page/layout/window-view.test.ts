import { expect, test } from "vitest";
import type { Group } from "../../messages.js";
import { activeTab, bringToFront, emptyView, neighbourOf, settle } from "./window-view.js";

const tab = (id: string, group: Group = 0) => ({ id, group });

test("what was in front before comes back when a review is over", () => {
  const tabs = [tab("file"), tab("other"), tab("review")];
  let view = settle(emptyView, tabs);
  for (const id of ["other", "file", "review"]) view = bringToFront(view, tab(id));
  expect(activeTab(view)).toBe("review");
  view = settle(view, [tab("file"), tab("other")]);
  expect(activeTab(view)).toBe("file");
});

test("closing one tab after another brings back the one before each time", () => {
  let view = settle(emptyView, [tab("a"), tab("b"), tab("c")]);
  for (const id of ["b", "a", "c"]) view = bringToFront(view, tab(id));
  view = settle(view, [tab("a"), tab("b")]);
  expect(activeTab(view)).toBe("a");
  view = settle(view, [tab("b")]);
  expect(activeTab(view)).toBe("b");
  view = settle(view, []);
  expect(view).toEqual(emptyView);
});

test("a tab that never was in front is shown when nothing else is left", () => {
  expect(settle(emptyView, [tab("a"), tab("b")]).front).toEqual(["a", null]);
});

test("the second half gives the keyboard back when its last tab is closed", () => {
  let view = settle(emptyView, [tab("a"), tab("b", 1)]);
  view = bringToFront(view, tab("b", 1));
  expect(view.group).toBe(1);
  expect(settle(view, [tab("a")])).toMatchObject({ front: ["a", null], group: 0 });
});

test("a tab that is moved to the other half stays in front, and the keyboard goes with it", () => {
  let view = settle(emptyView, [tab("a"), tab("b")]);
  view = bringToFront(view, tab("b"));
  view = settle(view, [tab("a"), tab("b", 1)]);
  expect(view).toMatchObject({ front: ["a", "b"], group: 1 });
});

test("a tab that comes without the keyboard leaves the active half as it is", () => {
  const view = bringToFront(settle(emptyView, [tab("a"), tab("b", 1)]), tab("b", 1), false);
  expect(view).toMatchObject({ front: ["a", "b"], group: 0 });
});

test("next and previous go around the ends, within the active half", () => {
  const tabs = [tab("a"), tab("x", 1), tab("b"), tab("c")];
  const view = bringToFront(settle(emptyView, tabs), tab("c"));
  expect(neighbourOf(view, tabs, 1)?.id).toBe("a");
  expect(neighbourOf(view, tabs, -1)?.id).toBe("b");
  expect(neighbourOf(settle(emptyView, [tab("a")]), [tab("a")], 1)).toBeUndefined();
});
