import { expect, test } from "vitest";
import { Conversation, type End, type Entry } from "../reading/index.js";
import { DroppedContext } from "./dropped-context.js";
import { EntryHistory } from "./entry-history.js";

let clock = 0;
const frame = (from: End, ...messages: readonly object[]): Entry => {
  const whole = messages.map((message) => ({ jsonrpc: "2.0", ...message }));
  return { t: clock++, connection: 1, from, text: JSON.stringify(whole.length === 1 ? whole[0] : whole) };
};
const ask = (id: number, method = "tools/call") => ({ id, method, params: {} });
const reply = (id: number) => ({ id, result: {} });
const open: Entry = { t: 0, connection: 1, open: { headers: {}, protocol: "mcp" } };
const closed: Entry = { t: 9, connection: 1, from: "client", close: { code: 1000, reason: "" } };
const note = () => frame("editor", { method: "selection_changed", params: {} });

function contextOf(...entries: readonly Entry[]): { context: Entry[]; rows: number } {
  const dropped = new DroppedContext();
  const rows = entries.reduce((sum, entry) => sum + dropped.drop(entry), 0);
  return { context: dropped.entries, rows };
}

test("keeps dropped entries with the connection's start, the tools and pending calls", () => {
  const began = [open, frame("client", ask(0, "initialize")), frame("editor", reply(0))];
  const listed = [frame("client", ask(1, "tools/list")), frame("editor", reply(1))];
  const listedAgain = [frame("client", ask(2, "tools/list")), frame("editor", reply(2))];
  const waits = frame("client", ask(3));
  const answered = [frame("client", ask(4)), frame("editor", reply(4))];
  const { context, rows } = contextOf(...began, ...listed, note(), waits, ...answered, ...listedAgain);
  expect(context).toEqual([...began, waits, ...listedAgain]);
  expect(rows).toBe(11);
});

test("forgets closed connections, and doesn't mix up the ids of the two ends", () => {
  expect(contextOf(open, frame("client", ask(1)), closed).context).toEqual([]);
  const waits = frame("client", ask(1));
  expect(contextOf(waits, frame("editor", ask(1, "roots/list")), frame("client", reply(1))).context).toEqual([waits]);
});

test("a batch counts as several rows and stays while a call is pending", () => {
  const batch = frame("client", ask(1), ask(2));
  expect(contextOf(batch, frame("editor", reply(1)))).toMatchObject({ context: [batch], rows: 3 });
  expect(contextOf(batch, frame("editor", reply(1)), frame("editor", reply(2))).context).toEqual([]);
  expect(contextOf({ t: 0, connection: 1, from: "client", text: "no JSON" }).rows).toBe(1);
});

test("drops the oldest entries when there are too many, and keeps positions", () => {
  const history = new EntryHistory({ entries: 100, size: 1e9 });
  const all = Array.from({ length: 250 }, note);
  for (const entry of all) history.add(entry);
  expect(history.end).toBe(250);
  expect(history.end - history.first).toBeLessThanOrEqual(100);
  expect(history.end - history.first).toBeGreaterThanOrEqual(99);
  expect(history.at(history.first)).toBe(all[history.first]);
  expect(history.slice(248, 250)).toEqual(all.slice(248));
  expect(history.at(history.first - 1)).toBeUndefined();
  expect(history.droppedRows).toBe(history.first);
});

test("limits by size, but keeps the newest entry", () => {
  const history = new EntryHistory({ entries: 100, size: 10_000 });
  for (let count = 0; count < 3; count++) history.add({ t: 0, connection: 1, from: "client", text: "x".repeat(4000) });
  expect(history.end - history.first).toBe(2);
  history.add({ t: 0, connection: 1, from: "client", text: "x".repeat(50_000) });
  expect([history.first, history.end]).toEqual([3, 4]);
});

test("a window that opens later keeps the same entries as one opened at the start", () => {
  const limits = { entries: 50, size: 1e9 };
  const host = new EntryHistory(limits);
  const add = (count: number, into: readonly EntryHistory[]) => {
    for (let each = 0; each < count; each++) {
      const entry = each % 7 === 0 ? frame("client", ask(clock)) : note();
      for (const history of into) history.add(entry);
    }
  };
  add(120, [host]);
  const late = new EntryHistory(limits, host.start);
  for (const entry of host.slice(host.first, host.end)) late.add(entry);
  add(90, [host, late]);
  expect(late.start).toEqual(host.start);
  expect(late.slice(late.first, late.end)).toEqual(host.slice(host.first, host.end));
  // Calls stay pending even after their entries were dropped.
  const conversation = new Conversation();
  for (const entry of [...late.start.context, ...late.slice(late.first, late.end)]) conversation.add(entry);
  expect(conversation.pending.length).toBe(Math.ceil(120 / 7) + Math.ceil(90 / 7));
});

test("unanswered calls don't use up memory", () => {
  const { context } = contextOf(open, ...Array.from({ length: 10_050 }, (_, id) => frame("client", ask(id))));
  expect(context).toHaveLength(10_001);
  expect(context[0]).toBe(open);
  expect(context[1]).toMatchObject({ text: expect.stringContaining('"id":50,') });
});
