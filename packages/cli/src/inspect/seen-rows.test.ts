import { Conversation, type Entry } from "@tandem-ide/inspector";
import { expect, test } from "vitest";
import { Output } from "../output.js";
import { runLine } from "../prompt/run-line.js";
import { lineCommands } from "./line-commands.js";
import { rowJson } from "./row-json.js";
import { SeenRows } from "./seen-rows.js";

const binary = (t: number, megabytes: number): Entry => ({
  t,
  connection: 1,
  from: "client",
  binary: "A".repeat(megabytes * 1024 * 1024),
});

test("binary frames count by size, so that many large ones don't fill the memory", () => {
  const seen = new SeenRows();
  for (let t = 0; t < 40; t++) seen.add(binary(t, 8));
  expect(seen.all.length).toBeLessThanOrEqual(16);
  expect(seen.all.at(-1)?.number).toBe(40);
});

test("show tells a dropped message from one that never existed", async () => {
  const seen = new SeenRows();
  for (let t = 0; t < 40; t++) seen.add(binary(t, 8));
  const context = {
    seen,
    screen: new Output(process.stdout, {}),
    isShown: () => true,
    isPaused: false,
    now: () => 0,
    openPage: async () => [],
    quit: () => {},
  };
  expect(await runLine("show 1", context, lineCommands)).toEqual([expect.stringContaining("no longer in memory")]);
  expect(await runLine("show #41", context, lineCommands)).toEqual([
    expect.stringContaining("There is no message #41"),
  ]);
});

test("a message nested too deeply for JSON is printed whole", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  for (const text of [
    `{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":${deep}}}`,
    `{"jsonrpc":"2.0","id":${deep},"result":{}}`,
  ]) {
    const [row] = new Conversation().add({ t: 0, connection: 1, from: "client", text });
    if (!row) throw new Error("Not a row");
    const printed = JSON.stringify(rowJson(row));
    expect(printed).toContain('"number":1');
    // As received, or as a value since Node 26, whose JSON.stringify has no limit.
    expect(printed.includes(deep)).toBe(true);
  }
});
