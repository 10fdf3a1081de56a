import { ChangeSet } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesBetween } from "./changes-between.js";
import { exactDoc } from "./exact-text.js";

describe("changesBetween", () => {
  const lines = fc.array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "😁", "e\r"), { maxLength: 12 });

  test("turns one text into the other", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [from, to] = [exactDoc(before.join("\n")), exactDoc(after.join("\n"))];
        expect(ChangeSet.of(changesBetween(from, to), from.length).apply(from).toString()).toBe(to.toString());
      }),
      { numRuns: 500 },
    );
  });

  test("leaves a cursor between two changes where it is", () => {
    const from = exactDoc("one\ntwo\nthree\nfour\nfive");
    const changes = ChangeSet.of(changesBetween(from, exactDoc("1\ntwo\nthree\nfour\nlast\nfive!")), from.length);
    const cursor = from.line(3).from + 2;
    expect(changes.apply(from).lineAt(changes.mapPos(cursor))).toMatchObject({ number: 3, text: "three" });
    expect(changes.mapPos(cursor)).toBe(cursor - 2);
  });
});
