import { expect, test } from "vitest";
import type { ReviewTab } from "../../messages.js";
import { clientLabels, groupByClient } from "./pending-reviews.js";

const review = (id: string, client: string): ReviewTab => ({
  id,
  kind: "review",
  path: `/w/${id}.ts`,
  label: `${id}.ts`,
  group: 0,
  review: {
    id,
    tabName: id,
    client: { id: client, name: "claude-code", version: "2.0.0" },
    added: 1,
    removed: 1,
    hunks: 3,
    isNewFile: false,
    hasUnsavedChanges: false,
    isOutdated: false,
  },
});

test("groups reviews by client, and labels clients of the same name by process or id", () => {
  const first = { id: "1", name: "claude-code", version: "2.0.0", pid: 41 };
  const second = { id: "2", name: "claude-code", version: "2.0.0" };
  const groups = groupByClient([review("a", "1"), review("b", "2"), review("c", "1")], [first, second]);
  expect(groups.map(({ name, tabs }) => [name, tabs.map(({ id }) => id)])).toEqual([
    ["claude-code 2.0.0, process 41", ["a", "c"]],
    ["claude-code 2.0.0, client 2", ["b"]],
  ]);
  expect(groupByClient([review("a", "1")], [first])[0]?.name).toBe("claude-code 2.0.0");
});

test("lists clients of the same name and version once", () => {
  const client = { name: "claude-code", version: "2.0.0" };
  expect(clientLabels([client, client, { name: "other", version: "1" }])).toEqual(["claude-code 2.0.0 ×2", "other 1"]);
});
