import type { Row } from "@tandem-ide/inspector";
import { createColors } from "picocolors";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { duration, rowLines } from "./row-line.js";

const plain = createColors(false);
const row = (more: Partial<Row>): Row => ({
  number: 12,
  t: 3456,
  connection: 1,
  kind: "request",
  from: "client",
  method: "tools/call",
  tool: "openDiff",
  about: "a.ts",
  faults: [],
  size: 100,
  entry: { t: 3456, connection: 1, from: "client", text: "{}" },
  ...more,
});

test("shows the sender, the message, the time and the duration", () => {
  expect(rowLines(row({}), 80, plain)).toEqual(["  #12     3.456 → openDiff                  a.ts"]);
  const answer = row({ kind: "answer", from: "editor", about: "FILE_SAVED", tookMs: 1234, connection: 2 });
  expect(rowLines(answer, 80, plain)).toEqual(["  #12     3.456 ← openDiff                  FILE_SAVED  1.2 s (2)"]);
});

test("marks an error even without colors", () => {
  const [line] = rowLines(row({ kind: "error", from: "editor", about: "-32601 there is no such tool" }), 80, plain);
  expect(line).toContain("error -32601");
});

test("no line is wider than the screen, even with long names, wide characters and faults", () => {
  const rows = [
    row({ about: "長い名前".repeat(50), tookMs: 99_000 }),
    row({ tool: "x".repeat(100), about: "y".repeat(1000) }),
    row({ faults: ["params: ".repeat(30)], number: 123_456, t: 1e9 }),
    row({ about: "👩‍👩‍👧‍👦".repeat(60) }),
    row({ tool: "長い名前".repeat(10), about: "y".repeat(1000) }),
  ];
  for (const columns of [60, 80, 120])
    for (const each of rows)
      for (const line of rowLines(each, columns, plain)) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
});

test("makes control characters in a message visible", () => {
  const lines = rowLines(row({ tool: "a\u001b[2Jb", about: "c\u0007\nd\u202ee", faults: ["f\u001b[31m"] }), 80, plain);
  expect(lines.join("")).toBe("  #12     3.456 → a^[[2Jb                   c^G d<U+202E>e        ✗ f^[[31m");
});

test.each([
  [0.4, "0 ms"],
  [999, "999 ms"],
  [1500, "1.5 s"],
  [240_000, "4 min"],
])("%d ms is %s", (ms, words) => {
  expect(duration(ms)).toBe(words);
});
