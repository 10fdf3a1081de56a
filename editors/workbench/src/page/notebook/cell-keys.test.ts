import { expect, test } from "vitest";
import { type KeyedCell, keyCells } from "./cell-keys.js";

function counter(): () => string {
  let count = 0;
  return () => `new-${++count}`;
}

const plain = (...raws: string[]) => raws.map((raw) => ({ id: undefined, raw }));
const known = (...raws: string[]): KeyedCell[] =>
  raws.map((raw, index) => ({ id: undefined, raw, key: "abcdefgh"[index] ?? "" }));
const keys = (cells: readonly KeyedCell[]) => cells.map(({ key }) => key).join(" ");

test("uses ids as keys, and another key for a duplicate id", () => {
  const cells = keyCells(
    [],
    [..."121"].map((id) => ({ id, raw: "{}" })),
    counter(),
  );
  expect(keys(cells)).toBe("id:1 id:2 new-1");
  expect(
    keys(
      keyCells(
        cells,
        [..."121"].map((id) => ({ id, raw: "{} " })),
        counter(),
      ),
    ),
  ).toBe("id:1 id:2 new-1");
});

test("keeps the key of a changed or moved cell without an id", () => {
  const before = known("1", "2", "3", "4");
  expect(keys(keyCells(before, plain("1", "2*", "3", "4"), counter()))).toBe("a b c d");
  expect(keys(keyCells(before, plain("1", "new", "2", "3", "4"), counter()))).toBe("a new-1 b c d");
  expect(keys(keyCells(before, plain("1", "3", "4"), counter()))).toBe("a c d");
  expect(keys(keyCells(before, plain("1", "3", "2", "4"), counter()))).toBe("a c b d");
});

test("gives equal cells different keys", () => {
  const cells = keyCells(known("1", "1", "1"), plain("1", "1", "1", "1"), counter());
  expect(new Set(cells.map(({ key }) => key)).size).toBe(4);
});
