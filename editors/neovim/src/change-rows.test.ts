import type { ChangeList, FileChange, Turn } from "@tandem-ide/changes/model";
import { expect, test } from "vitest";
import { type ChangeRow, changeRows } from "./change-rows.js";

function file(path: string, more: Partial<FileChange> = {}): FileChange {
  return { path, kind: "changed", added: 2, removed: 1, hasUserEdits: false, isOpaque: false, ...more };
}

function turn(id: string, files: readonly FileChange[], more: Partial<Turn> = {}): Turn {
  return { id, kind: "turn", folder: "/project", startedAt: 1000, agents: ["claude-code"], files, ...more };
}

function rows(list: Partial<ChangeList>, ...toggled: string[]): string[] {
  const whole = { turns: [], undone: [], problems: [], ...list };
  const sign = ({ isOpen }: ChangeRow) => (isOpen === undefined ? "" : isOpen ? "v " : "> ");
  return changeRows(whole, new Set(toggled)).map(
    (row) => `${"  ".repeat(row.depth)}${sign(row)}${[row.text, row.note].filter(Boolean).join(" | ")}`,
  );
}

test("a turn is followed by its files, a git operation is closed, and what was undone comes last", () => {
  const files = [file("/project/src/a.ts"), file("/project/b.ts", { kind: "renamed", oldPath: "/project/old/b.ts" })];
  const list = {
    turns: [
      turn("2", files),
      turn("1", [file("/project/c.ts")], { kind: "git", operation: "checkout: moving from main to topic" }),
    ],
    undone: [{ id: "u", at: 2000, folder: "/project", paths: ["/project/d.ts"] }],
    problems: [{ folder: "/", message: "Changes in / aren't recorded" }],
  };
  expect(rows(list)).toEqual([
    "Changes in / aren't recorded",
    "v while claude-code was connected",
    "  src/a.ts",
    "  b.ts | renamed from old/b.ts",
    "> git: checkout: moving from main to topic",
    "undone: d.ts",
  ]);
  expect(rows(list, "turn:2", "turn:1").slice(1, 4)).toEqual([
    "> while claude-code was connected",
    "v git: checkout: moving from main to topic",
    "  c.ts",
  ]);
});

test("a row says what can't be shown or undone, and which folder and agents it belongs to", () => {
  const odd = file("/project/a.bin", { kind: "created", isOpaque: true, whyNotUndoable: "larger than 10 MB" });
  const turns = [
    turn("2", [odd], { agents: ["claude-code", "codex", "codex"] }),
    turn("1", [file("/other/a", { hasUserEdits: true })], { folder: "/other", agents: [] }),
  ];
  expect(rows({ turns })).toEqual([
    "v while claude-code and codex were connected | project",
    "  a.bin | created · no text to show · larger than 10 MB",
    "v outside your editors | other",
    "  a | with your edits",
  ]);
});

test("more than 500 files are grouped by folder at every level", () => {
  const many = Array.from({ length: 501 }, (_, index) => file(`/project/lib/deep/${index}.js`));
  const files = [...many, file("/project/lib/top.js"), file("/project/readme.md")];
  const turns = [turn("1", files)];
  const [heading, ...folded] = changeRows({ turns, undone: [], problems: [] }, new Set());
  expect(heading).toMatchObject({ files: 503, added: 1006, removed: 503 });
  expect(folded).toMatchObject([
    { kind: "folder", text: "lib/", isOpen: false, files: 502, added: 1004 },
    { kind: "file", text: "readme.md" },
  ]);
  expect(rows({ turns }, "folder:1:/project/lib")).toEqual([
    "v while claude-code was connected",
    "  v lib/",
    "    > deep/",
    "    top.js",
    "  readme.md",
  ]);
  const open = rows({ turns }, "folder:1:/project/lib", "folder:1:/project/lib/deep");
  expect(open).toHaveLength(506);
  expect(open[503]).toBe("      and 1 more files");
});
