import { describe, expect, test } from "vitest";
import { locate } from "./find.js";

const text = "function one() {\n  return 1;\n}\nconst 😀 = two; const x = two;\n";
const wanted = (more: object) => ({ selectToEndOfLine: false, ...more });

function selected(more: object, source = text): string | undefined {
  const { range } = locate(source, wanted(more));
  if (!range) return undefined;
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const offset = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return lines.join("\n").slice(offset(range.start), offset(range.end));
}

describe("openFile's selection", () => {
  test("startText alone selects its match", () => expect(selected({ startText: "return 1" })).toBe("return 1"));

  test("selects exactly from the start of startText to the end of endText", () => {
    expect(selected({ startText: "function", endText: "}" })).toBe("function one() {\n  return 1;\n}");
    expect(locate(text, wanted({ startText: "return", endText: "}" })).range).toEqual({
      start: { line: 1, character: 2 },
      end: { line: 2, character: 1 },
    });
  });

  test("counts a U+FEFF at the start of the buffer", () =>
    expect(locate("\uFEFFone", wanted({ startText: "one" })).range).toEqual({
      start: { line: 0, character: 1 },
      end: { line: 0, character: 4 },
    }));

  test("finds an endText on the same line", () =>
    expect(selected({ startText: "const x", endText: "two" })).toBe("const x = two"));

  test("ignores an endText inside startText", () =>
    expect(selected({ startText: "two; const", endText: "two" })).toBe("two; const x = two"));

  test("characters are UTF-16 units", () =>
    expect(locate(text, wanted({ startText: "= two" })).range?.start).toEqual({ line: 3, character: 9 }));

  test("works with CRLF in the buffer and in the texts", () => {
    expect(selected({ startText: "b\r\nc" }, "a\r\nb\r\nc\r\n")).toBe("b\nc");
    expect(locate("a\r\nb\r\nc", wanted({ startText: "c" })).range?.start).toEqual({ line: 2, character: 0 });
  });

  test("selectToEndOfLine moves the end to its line's end", () => {
    expect(selected({ startText: "return", selectToEndOfLine: true })).toBe("return 1;");
    expect(selected({ startText: "b", selectToEndOfLine: true }, "a b c")).toBe("b c");
  });

  test("selects nothing if the text isn't found, and says so", () => {
    expect(locate(text, wanted({ startText: "nowhere" }))).toEqual({
      range: undefined,
      problem: expect.stringContaining("startText was not found"),
    });
    const half = locate(text, wanted({ startText: "return", endText: "nowhere" }));
    expect(half.problem).toContain("endText was not found");
    expect(half.range).toEqual({ start: { line: 1, character: 2 }, end: { line: 1, character: 8 } });
  });

  test("selects whole lines, counted from 1", () => {
    expect(selected({ startLine: 2, endLine: 3 })).toBe("  return 1;\n}");
    expect(selected({ startLine: 2 })).toBe("  return 1;");
    expect(locate(text, wanted({ startLine: 99 })).problem).toContain("past the end");
  });
});
