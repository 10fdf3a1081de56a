import { expect, test } from "vitest";
import { duration, plural, since, size } from "./format.js";

test("formats durations with useful precision", () => {
  expect([0, 0.44, 9.96, 12.4, 999, 3240, 59_990, 60_000, 245_000].map(duration)).toEqual([
    "0 ms",
    "0.4 ms",
    "10 ms",
    "12 ms",
    "999 ms",
    "3.2 s",
    "59.9 s",
    "1 min 00 s",
    "4 min 05 s",
  ]);
});

test("elapsed time shows hours only if there are any", () => {
  expect([0, 2345, 59_999.7, 62_345, 3_602_345].map(since)).toEqual([
    "0.000",
    "2.345",
    "1:00.000",
    "1:02.345",
    "1:00:02.345",
  ]);
});

test("sizes and counts", () => {
  expect([0, 999, 12_400, 3_100_000].map(size)).toEqual(["0 B", "999 B", "12.4 KB", "3.1 MB"]);
  expect([plural(1, "fault"), plural(12_000, "message")]).toEqual(["1 fault", "12,000 messages"]);
});
