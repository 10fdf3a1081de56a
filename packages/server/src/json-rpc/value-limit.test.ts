import { expect, test } from "vitest";
import { hasTooManyValues } from "./value-limit.js";

const is = (text: string) => hasTooManyValues(Buffer.from(text));

test("brackets and commas in strings don't count, with any quotes and backslashes", () => {
  for (const source of [
    "[{,".repeat(100_000),
    '"[,\\"'.repeat(100_000),
    "\\".repeat(200_001),
    '{"a":["\\\\"]}'.repeat(50_000),
  ])
    expect(is(JSON.stringify({ id: 1, params: { text: source, more: [1, 2] } }))).toBe(false);
});

test("detects deep and wide messages before parsing", () => {
  expect(is("[".repeat(1_000_000))).toBe(true);
  expect(is(`[${"{},".repeat(200_000)}1]`)).toBe(true);
  expect(is(JSON.stringify(Array.from({ length: 150_000 }, () => 0)))).toBe(true);
  expect(is(JSON.stringify({ text: '\\"[[', list: Array.from({ length: 150_000 }, () => "") }))).toBe(true);
});

test("accepts a full batch and leaves invalid JSON to the parser", () => {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "openFile", arguments: { filePath: "x" } },
  };
  expect(is(JSON.stringify(Array.from({ length: 1000 }, () => call)))).toBe(false);
  expect(is(`{"${"x".repeat(100_000)}`)).toBe(false);
});
