import type { LogLevel } from "@tandem/base";
import { expect, test } from "vitest";
import { LogBook } from "./log-book.js";

function setUp(level: LogLevel) {
  const said: string[] = [];
  const say = (name: string) => (words: string) => said.push(`${name} ${words}`);
  const console = { error: say("error"), warn: say("warn"), debug: say("debug") };
  const levels = { now: level };
  const book = new LogBook(
    console,
    () => levels.now,
    () => new Date(0),
  );
  return { book, said, levels };
}

test("writes what the level wants, from one entry to the next", () => {
  const { book, said, levels } = setUp("error");
  book.sink({ level: "info", message: "Client connected" });
  expect(said).toEqual([]);
  levels.now = "info";
  book.sink({ level: "info", message: "Client connected", details: { client: 1 } });
  book.sink({ level: "debug", message: "Raw data received" });
  expect(said).toEqual(['debug Tandem: Client connected {"client":1}']);
  expect(book.text).toBe('1970-01-01T00:00:00.000Z info Client connected {"client":1}');
});

test("keeps the last entries only", () => {
  const { book } = setUp("debug");
  for (let i = 0; i < 600; i++) book.sink({ level: "debug", message: `entry ${i}` });
  const lines = book.text.split("\n");
  expect(lines).toHaveLength(500);
  expect(lines.at(-1)).toContain("entry 599");
});
