import type { FileChange } from "@tandem-ide/changes/model";
import type { ListedTurn } from "@tandem-ide/changes/remote";
import { expect, test } from "vitest";
import { agentsLabel, changeRows, describeFile, describeTurn, fileKey, folderKey } from "./change-rows.js";

const file = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  path,
  kind: "changed",
  added: 3,
  removed: 1,
  hasUserEdits: false,
  isOpaque: false,
  ...more,
});
const turn = (id: string, more: Partial<ListedTurn> = {}): ListedTurn => ({
  id,
  kind: "turn",
  folder: "/p",
  startedAt: 0,
  agents: ["claude-code"],
  fileCount: 1,
  added: 3,
  removed: 1,
  ...more,
});
const none = { toggled: new Set<string>(), folderFiles: new Map() };
const keys = (rows: ReturnType<typeof changeRows>) => rows.map(({ key, level }) => `${"  ".repeat(level - 1)}${key}`);

test("turns show their files, git operations and what was undone only when they are expanded", () => {
  const list = {
    turns: [turn("2", { files: [file("/p/a"), file("/p/b")] }), turn("1", { kind: "git", files: [file("/p/c")] })],
    undone: [{ id: "u", at: 0, folder: "/p", paths: ["/p/x"] }],
    problems: [],
  };
  expect(keys(changeRows(list, none))).toEqual(["turn 2", "  file 2 /p/a", "  file 2 /p/b", "turn 1", "undone"]);
  const toggled = new Set(["turn 2", "turn 1", "undone"]);
  const rows = changeRows(list, { ...none, toggled });
  expect(keys(rows)).toEqual(["turn 2", "turn 1", "  file 1 /p/c", "undone", "  undone u"]);
  expect(rows.filter(({ level }) => level === 1).map(({ position, siblings }) => [position, siblings])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test("a turn with many files shows folders, and a folder's files once they are known", () => {
  const folders = ["/p/a", "/p/b"].map((path) => ({ path, fileCount: 400, added: 1, removed: 1 }));
  const list = { turns: [turn("1", { folders, fileCount: 800 })], undone: [], problems: [] };
  const own = folderKey("1", "/p/a");
  expect(keys(changeRows(list, none))).toEqual(["turn 1", `  ${own}`, `  ${folderKey("1", "/p/b")}`]);
  const expanded = { toggled: new Set([own]), folderFiles: new Map([[own, [file("/p/a/x")]]]) };
  expect(keys(changeRows(list, expanded))[2]).toBe(`    ${fileKey("1", "/p/a/x")}`);
});

test("files and turns are described in words, and a turn never says who changed the files", () => {
  expect(describeFile(file("/p/a"))).toBe("changed, 3 lines added, 1 line removed");
  expect(describeFile(file("/p/a", { kind: "created", removed: 0, hasUserEdits: true }))).toBe(
    "created, 3 lines added, you edited the same lines",
  );
  expect(describeFile(file("/p/a", { isOpaque: true, whyNotUndoable: "Ignored by git" }))).toBe(
    "changed, Ignored by git",
  );
  expect(agentsLabel([])).toBe("no agent connected");
  expect(agentsLabel(["a", "b", "c"])).toBe("a, b and c connected");
  const now = Date.now();
  expect(describeTurn(turn("1", { startedAt: now }), now)).toMatch(
    /^\d.*, 1 file changed outside your editors, claude-code connected$/,
  );
  expect(describeTurn(turn("1", { kind: "git", operation: "checkout: moving", startedAt: now }), now)).toMatch(
    /, git: checkout: moving, 1 file$/,
  );
});
