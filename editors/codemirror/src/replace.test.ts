import { ChangeSet } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc } from "./exact-text.js";
import { changeBetween } from "./replace.js";

const texts = fc
  .array(fc.constantFrom("a", "b", "\n", "\r\n", "\u2028", "😀", "😁", "\ud83d", "\ude00"), { maxLength: 20 })
  .map((all) => all.join(""));

const isPair = (text: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));

describe("changeBetween", () => {
  test("turns one text into the other without splitting a pair, and is undefined for equal texts", () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (head, before, after, tail) => {
        const [from, to] = [exactDoc(head + before + tail), exactDoc(head + after + tail)];
        const change = changeBetween(from, to);
        if (from.eq(to)) expect(change).toBeUndefined();
        else {
          if (!change) throw new Error("no change between different texts");
          expect(ChangeSet.of(change, from.length).apply(from).toString()).toBe(to.toString());
          expect(isPair(from.toString(), change.from) || isPair(from.toString(), change.to)).toBe(false);
          expect(isPair(to.toString(), change.from)).toBe(false);
          expect(isPair(to.toString(), change.from + change.insert.length)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("returns the smallest change", () => {
    const change = changeBetween(exactDoc("one\ntwo\nthree"), exactDoc("one\ntvo\nthree"));
    expect(change && { ...change, insert: change.insert.toString() }).toEqual({ from: 5, to: 6, insert: "v" });
    expect(changeBetween(exactDoc("aaa"), exactDoc("aa"))).toMatchObject({ from: 2, to: 3 });
  });

  test("replaces a whole pair if one half changes", () => {
    const change = changeBetween(exactDoc("x😀y"), exactDoc("x😁y"));
    expect(change && { ...change, insert: change.insert.toString() }).toEqual({ from: 1, to: 3, insert: "😁" });
  });

  test("works for five megabytes", () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index} ${"x".repeat(40)}`);
    const before = exactDoc(lines.join("\n"));
    lines[50_000] = "changed";
    expect(changeBetween(before, exactDoc(lines.join("\n")))?.insert.toString()).toBe("changed");
  });
});
