import { expect, test } from "vitest";
import type { Group } from "../../messages.js";
import { activeTab, bringToFront, emptyView, neighbourOf, settle } from "./window-view.js";

const tab = (id: string, group: Group = 0) => ({ id, group });

test("restores the previous tab when a review ends", () => {
  const tabs = [tab("file"), tab("other"), tab("review")];
  let view = settle(emptyView, tabs);
  for (const id of ["other", "file", "review"]) view = bringToFront(view, tab(id));
  expect(activeTab(view)).toBe("review");
  view = settle(view, [tab("file"), tab("other")]);
  expect(activeTab(view)).toBe("file");
});

test("restores the previous tab each time a tab closes", () => {
  let view = settle(emptyView, [tab("a"), tab("b"), tab("c")]);
  for (const id of ["b", "a", "c"]) view = bringToFront(view, tab(id));
  view = settle(view, [tab("a"), tab("b")]);
  expect(activeTab(view)).toBe("a");
  view = settle(view, [tab("b")]);
  expect(activeTab(view)).toBe("b");
  view = settle(view, []);
  expect(view).toEqual(emptyView);
});

test("shows a tab that was never in front if there is no other", () => {
  expect(settle(emptyView, [tab("a"), tab("b")]).front).toEqual(["a", null]);
});

test("activates the left group when the last tab of the right group closes", () => {
  let view = settle(emptyView, [tab("a"), tab("b", 1)]);
  view = bringToFront(view, tab("b", 1));
  expect(view.group).toBe(1);
  expect(settle(view, [tab("a")])).toMatchObject({ front: ["a", null], group: 0 });
});

test("keeps a tab in front and active when it moves to the other group", () => {
  let view = settle(emptyView, [tab("a"), tab("b")]);
  view = bringToFront(view, tab("b"));
  view = settle(view, [tab("a"), tab("b", 1)]);
  expect(view).toMatchObject({ front: ["a", "b"], group: 1 });
});

test("keeps the active group when a tab opens without the focus", () => {
  const view = bringToFront(settle(emptyView, [tab("a"), tab("b", 1)]), tab("b", 1), false);
  expect(view).toMatchObject({ front: ["a", "b"], group: 0 });
});

test("wraps around at the first and last tab of the active group", () => {
  const tabs = [tab("a"), tab("x", 1), tab("b"), tab("c")];
  const view = bringToFront(settle(emptyView, tabs), tab("c"));
  expect(neighbourOf(view, tabs, 1)?.id).toBe("a");
  expect(neighbourOf(view, tabs, -1)?.id).toBe("b");
  expect(neighbourOf(settle(emptyView, [tab("a")]), [tab("a")], 1)).toBeUndefined();
});
