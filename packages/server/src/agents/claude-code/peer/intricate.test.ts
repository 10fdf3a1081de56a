import { expect, test } from "vitest";
import { isIntricate } from "./intricate.js";

const is = (text: string) => isIntricate(Buffer.from(text));

test("brackets and commas in a text do not count, whatever quotes and backslashes stand between them", () => {
  for (const source of [
    "[{,".repeat(100_000),
    '"[,\\"'.repeat(100_000),
    "\\".repeat(200_001),
    '{"a":["\\\\"]}'.repeat(50_000),
  ])
    expect(is(JSON.stringify({ id: 1, params: { text: source, more: [1, 2] } }))).toBe(false);
});

test("a message that is deep, or wide, is told before it is parsed", () => {
  expect(is("[".repeat(1_000_000))).toBe(true);
  expect(is(`[${"{},".repeat(200_000)}1]`)).toBe(true);
  expect(is(JSON.stringify(Array.from({ length: 150_000 }, () => 0)))).toBe(true);
  expect(is(JSON.stringify({ text: '\\"[[', list: Array.from({ length: 150_000 }, () => "") }))).toBe(true);
});

test("a full batch, and what is no JSON, are left to others", () => {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "openFile", arguments: { filePath: "x" } },
  };
  expect(is(JSON.stringify(Array.from({ length: 1000 }, () => call)))).toBe(false);
  expect(is(`{"${"x".repeat(100_000)}`)).toBe(false);
});
