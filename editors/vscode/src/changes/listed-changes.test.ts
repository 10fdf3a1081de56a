import type { ChangeList, FileChange, Turn } from "@tandem-ide/changes";
import { expect, test } from "vitest";
import {
  countFiles,
  groupsToKeep,
  markedPaths,
  newestTurn,
  oldestOf,
  sumLines,
  undoablePaths,
} from "./listed-changes.js";

function file(path: string, more: Partial<FileChange> = {}): FileChange {
  return { path, kind: "changed", added: 1, removed: 2, hasUserEdits: false, isOpaque: false, ...more };
}

function turn(id: string, files: readonly FileChange[], more: Partial<Turn> = {}): Turn {
  return { id, kind: "turn", folder: "/p", startedAt: 0, agents: ["claude-code"], files, ...more };
}

const list: ChangeList = {
  turns: [
    turn("git", [file("/p/g")], { kind: "git", operation: "checkout" }),
    turn("2", [file("/p/a"), file("/p/ignored", { whyNotUndoable: "It is ignored." })]),
    turn("1", [file("/p/a"), file("/p/gone", { kind: "deleted" }), file("/p/image.png", { isOpaque: true })]),
  ],
  undone: [],
  problems: [],
};

test("keys and menus work for files that can be undone, and marks need text on disk", () => {
  expect(undoablePaths(list)).toEqual(["/p/a", "/p/gone", "/p/image.png"]);
  expect([...markedPaths(list)]).toEqual(["/p/a"]);
});

test("the badge counts each file once, and leaves out git operations", () => {
  expect(countFiles(list)).toBe(4);
});

test("a file counts for its oldest turn, and a git operation is never the newest turn", () => {
  expect(oldestOf(list, "/p/a")?.turn.id).toBe("1");
  expect(oldestOf(list, "/p/ignored")).toBeUndefined();
  expect(newestTurn(list)?.id).toBe("2");
});

test("a turn adds up the lines of its files", () => {
  expect(sumLines(turn("1", [file("/p/a"), file("/p/b")]))).toEqual({ added: 2, removed: 4 });
});

test("groups stay unless a new one must come before them", () => {
  expect([...groupsToKeep(["2", "1"], ["2", "1"])]).toEqual(["2", "1"]);
  expect([...groupsToKeep(["2", "1"], ["2"])]).toEqual(["2"]);
  expect([...groupsToKeep(["2", "1"], ["1"])]).toEqual(["1"]);
  expect([...groupsToKeep(["2", "1"], ["3", "2", "1"])]).toEqual([]);
  expect([...groupsToKeep([], ["1"])]).toEqual([]);
});
