import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restoreText, toEditorText, toLineFeeds } from "./line-endings.js";

const lineEnds = fc.constantFrom("\n", "\r\n", "\r");
const texts = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(fc.constantFrom("", "a", "bb", "ü😀"), lineEnds)), fc.string())
  .map(([mark, lines, tail]) => (mark ? "\uFEFF" : "") + lines.map(([line, end]) => line + end).join("") + tail);

describe("line endings", () => {
  test("restores untouched text exactly", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(restoreText(toEditorText(text), text)).toBe(text);
      }),
    );
  });

  test("editors see neither carriage returns nor a byte-order mark", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(toEditorText(text)).not.toContain("\r");
      }),
    );
    expect(toEditorText("\uFEFFa\r\nb\rc")).toBe("a\nb\nc");
    expect(toEditorText("\uFEFF\uFEFFa")).toBe("\uFEFFa");
    expect(toLineFeeds("\uFEFFa\r\nb\rc")).toBe("\uFEFFa\nb\nc");
  });

  test("gives an edited text the original's line endings and mark", () => {
    expect(restoreText("a\nX\nb\n", "a\r\nb\r\n")).toBe("a\r\nX\r\nb\r\n");
    expect(restoreText("a\nX\n", "\uFEFFa\n")).toBe("\uFEFFa\nX\n");
    expect(restoreText("a\nb", "one line")).toBe("a\nb");
  });

  test("with mixed line endings, existing lines keep theirs and a new line gets the most common one", () => {
    expect(restoreText("a\nNEW\nb\nc\nd", "a\r\nb\nc\r\nd")).toBe("a\r\nNEW\r\nb\nc\r\nd");
  });

  test("keeps empty lines where lone CRs meet an LF", () => {
    expect(restoreText("\n\n\n", "\r\ra\n\n")).toBe("\n\n\n");
  });

  test("with mixed line endings, lines between many new ones keep theirs", () => {
    const kept = fc.array(fc.tuple(fc.constantFrom("", "a", "bb"), lineEnds, fc.boolean()), { minLength: 1 });
    fc.assert(
      fc.property(kept, (lines) => {
        const original = `${lines.map(([line, end]) => line + end).join("")}last`;
        // A lone CR before an empty line with LF is a single line ending, so this isn't the same text.
        fc.pre(toEditorText(original) === `${lines.map(([line]) => `${line}\n`).join("")}last`);
        const edited = `${lines.map(([line, , isNewBefore]) => `${isNewBefore ? "new\n" : ""}${line}\n`).join("")}last`;
        const restored = restoreText(edited, original).replaceAll(/new(\r\n|\r|\n)/g, "");
        expect(restored).toBe(original);
      }),
    );
  });

  test("handles a long text with mixed line endings quickly, even if everything changed or moved", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    const original = `first\r\n${lines.join("\n")}\r\nlast`;
    for (const others of [lines.map((line) => `other ${line}`), lines.toReversed()]) {
      const edited = `first\n${others.join("\n")}\nlast`;
      const start = performance.now();
      const restored = restoreText(edited, original);
      expect(performance.now() - start).toBeLessThan(5000);
      expect(toEditorText(restored)).toBe(edited);
      expect(restored.startsWith("first\r\n")).toBe(true);
    }
  }, 120_000);

  test("never changes the edited lines", () => {
    fc.assert(
      fc.property(texts, texts.map(toEditorText), (original, edited) => {
        expect(toEditorText(restoreText(edited, original))).toBe(edited);
      }),
    );
  });
});
