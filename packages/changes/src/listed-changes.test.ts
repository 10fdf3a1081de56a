import { expect, test } from "vitest";
import { filesOfFolder, listChanges } from "./listed-changes.js";
import type { ChangeList, FileChange } from "./model.js";

const file = (path: string): FileChange => ({
  path,
  kind: "changed",
  added: 2,
  removed: 1,
  hasUserEdits: false,
  isOpaque: false,
});
const listOf = (folder: string, paths: readonly string[]): ChangeList => ({
  turns: [{ id: "1", kind: "turn", folder, startedAt: 0, agents: [], files: paths.map(file) }],
  undone: [],
  problems: [],
});
const named = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));

test("lists up to 500 files as they are, with the sum of their lines", () => {
  const { turns } = listChanges(
    listOf(
      "/p",
      named(500, (index) => `/p/${index}`),
    ),
    "/",
  );
  expect(turns[0]).toMatchObject({ fileCount: 500, added: 1000, removed: 500 });
  expect(turns[0]?.files).toHaveLength(500);
  expect(turns[0]).not.toHaveProperty("folders");
});

test("lists more files by folder, and each folder's files on request", () => {
  const list = listOf("/p", [...named(501, (index) => `/p/src/${index}`), "/p/a.txt", "/p/src/deep/b"]);
  const [turn] = listChanges(list, "/").turns;
  expect(turn).not.toHaveProperty("files");
  expect(turn?.folders).toEqual([
    { path: "/p", fileCount: 1, added: 2, removed: 1 },
    { path: "/p/src", fileCount: 501, added: 1002, removed: 501 },
    { path: "/p/src/deep", fileCount: 1, added: 2, removed: 1 },
  ]);
  expect(filesOfFolder(list, { turn: "1", folder: "/p/src/deep" }, "/")).toEqual([file("/p/src/deep/b")]);
  expect(filesOfFolder(list, { turn: "gone", folder: "/p" }, "/")).toEqual([]);
});

test("joins folders until there are at most 500, and every file stays in one of them", () => {
  const list = listOf(
    "C:\\p",
    named(2_000, (index) => `C:\\p\\${index % 20}\\${index}\\x.ts`),
  );
  const folders = listChanges(list, "\\").turns[0]?.folders ?? [];
  expect(folders).toHaveLength(20);
  const files = folders.flatMap(({ path }) => filesOfFolder(list, { turn: "1", folder: path }, "\\"));
  expect(new Set(files.map(({ path }) => path)).size).toBe(2_000);
});
