import { expect, test } from "vitest";
import { afterKey, linesOf, noFolding, toggled } from "./tree-lines.js";

const seen = (value: unknown, folding = noFolding) =>
  linesOf(value, folding).map(({ depth, key, text }) => `${" ".repeat(depth)}${key ?? ""}=${text}`);

test("shows a line for each member, a few levels deep", () => {
  expect(seen({ a: 1, b: [true, null, "x"], c: {} })).toEqual([
    "={ 3 members }",
    " a=1",
    " b=[ 3 elements ]",
    "  0=true",
    "  1=null",
    '  2="x"',
    " c={ 0 members }",
  ]);
  expect(seen({ a: { b: { c: { d: 1 } } } }).at(-1)).toBe("   c={ 1 member }");
  expect(seen("text")).toEqual(['="text"']);
});

test("a folded member stays folded, identified by its path", () => {
  const value = { a: { b: 1 }, "c/d": { e: 2 } };
  const line = linesOf(value).find(({ key }) => key === "c/d");
  expect(line?.path).toBe("/c~1d");
  if (line)
    expect(seen(value, toggled(noFolding, line))).toEqual([
      "={ 2 members }",
      " a={ 1 member }",
      "  b=1",
      " c/d={ 1 member }",
    ]);
});

test("summarizes a folded object by its first string", () => {
  const tools = [{ name: "openDiff", inputSchema: {} }, { size: 1 }, { name: "x".repeat(100) }];
  const folded = linesOf({ a: { b: tools } })
    .filter(({ depth }) => depth === 3)
    .map(({ text }) => text);
  expect(folded).toEqual(['{ name: "openDiff", 1 more }', "{ 1 member }", `{ name: "${"x".repeat(60)}…" }`]);
});

test("shows a hundred members first, then more", () => {
  const many = Array.from({ length: 1000 }, (_, index) => index);
  const lines = linesOf(many);
  expect(lines.length).toBe(102);
  expect(lines.at(-1)).toMatchObject({ kind: "more", text: "900 more" });
  const more = lines.at(-1);
  if (more) expect(linesOf(many, toggled(noFolding, more)).length).toBe(602);
});

test("folds long strings and strings with several lines", () => {
  const [, long, short] = linesOf({ a: "x\ny", b: "z" });
  expect(long).toMatchObject({ isOpen: false, text: '"x\\ny" …' });
  expect(short?.isOpen).toBeUndefined();
  if (long)
    expect(linesOf({ a: "x\ny", b: "z" }, toggled(noFolding, long))[1]).toMatchObject({ isOpen: true, text: "x\ny" });
});

test("keys move through the lines, and fold and unfold", () => {
  const lines = linesOf({ a: { b: 1 }, c: 2 });
  expect(afterKey("ArrowDown", lines, 0)).toEqual({ go: 1 });
  expect(afterKey("ArrowRight", lines, 1)).toEqual({ go: 2 });
  expect(afterKey("ArrowLeft", lines, 2)).toEqual({ go: 1 });
  expect(afterKey("ArrowLeft", lines, 1)).toEqual({ toggle: 1 });
  expect(afterKey("Enter", lines, 3)).toBeUndefined();
  expect(afterKey("End", lines, 0)).toEqual({ go: 3 });
  expect(afterKey("ArrowUp", lines, 0)).toEqual({ go: 0 });
  expect(afterKey("ArrowDown", [], -1)).toBeUndefined();
});
