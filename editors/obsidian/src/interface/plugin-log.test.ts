import type { LogLevel } from "@tandem-ide/base";
import { expect, test } from "vitest";
import { PluginLog } from "./plugin-log.js";

function setUp(level: LogLevel) {
  const printed: string[] = [];
  const notify = (name: string) => (words: string) => printed.push(`${name} ${words}`);
  const console = { error: notify("error"), warn: notify("warn"), debug: notify("debug") };
  const levels = { now: level };
  const book = new PluginLog(
    console,
    () => levels.now,
    () => new Date(0),
  );
  return { book, printed, levels };
}

test("follows the current level", () => {
  const { book, printed, levels } = setUp("error");
  book.sink({ level: "info", message: "Client connected" });
  expect(printed).toEqual([]);
  levels.now = "info";
  book.sink({ level: "info", message: "Client connected", details: { client: 1 } });
  book.sink({ level: "debug", message: "Raw data received" });
  expect(printed).toEqual(['debug Tandem: Client connected {"client":1}']);
  expect(book.text).toBe('1970-01-01T00:00:00.000Z info Client connected {"client":1}');
});

test("keeps only the last entries", () => {
  const { book } = setUp("debug");
  for (let i = 0; i < 600; i++) book.sink({ level: "debug", message: `entry ${i}` });
  const lines = book.text.split("\n");
  expect(lines).toHaveLength(500);
  expect(lines.at(-1)).toContain("entry 599");
});
