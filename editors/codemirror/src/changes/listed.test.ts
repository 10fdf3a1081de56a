import type { ListedChanges } from "@tandem-ide/changes/remote";
import { expect, test } from "vitest";
import { fileAfter, findListed, mayBeListed } from "./listed.js";

const file = (path: string) =>
  ({ path, kind: "changed", added: 1, removed: 1, hasUserEdits: false, isOpaque: false }) as const;
const turn = (id: string, kind: "turn" | "git", paths: readonly string[] | undefined) => ({
  ...{ id, kind, folder: "/p", startedAt: 0, agents: [], fileCount: 1, added: 1, removed: 1 },
  ...(paths ? { files: paths.map(file) } : { folders: [] }),
});
const list = (...turns: ListedChanges["turns"]): ListedChanges => ({ turns, undone: [], problems: [] });

test("after a file comes the next one in its turn, then the turn's first, then the newest turn's first", () => {
  const changes = list(turn("3", "git", ["/p/g"]), turn("2", "turn", ["/p/x"]), turn("1", "turn", ["/p/a", "/p/c"]));
  expect(fileAfter(changes, { turn: "1", path: "/p/b" })).toEqual({ turn: "1", path: "/p/c" });
  expect(fileAfter(changes, { turn: "1", path: "/p/d" })).toEqual({ turn: "1", path: "/p/a" });
  expect(fileAfter(changes, { turn: "gone", path: "/p/b" })).toEqual({ turn: "2", path: "/p/x" });
  expect(fileAfter(list(turn("3", "git", ["/p/g"])), { turn: "3", path: "/p/g" })).toBeUndefined();
});

test("a file may be in a listed folder", () => {
  const changes = list(turn("1", "turn", undefined));
  expect([findListed(changes, "1", "/p/a"), mayBeListed(changes, "/p/a")]).toEqual(["folder", true]);
  const few = list(turn("1", "turn", ["/p/a"]));
  expect(findListed(few, "1", "/p/a")).toMatchObject({ path: "/p/a" });
  expect([findListed(few, "2", "/p/a"), mayBeListed(few, "/p/b")]).toEqual([undefined, false]);
});
