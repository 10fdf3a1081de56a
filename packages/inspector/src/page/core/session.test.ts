/** The page's model of a conversation, tested without a page. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.js";
import { EntryHistory } from "../../page-host/entry-history.js";
import type { End, Entry } from "../../reading/index.js";
import { messageIn, Reader } from "./reader.js";
import { indexFrom, indexOfRow } from "./row-index.js";
import { Session } from "./session.js";
import { ShownRows } from "./shown-rows.js";

const header = { recording: 1 as const, at: "2026-03-02T10:00:00.000Z", editor: "Neovim", folders: [] };
const frame = (t: number, from: End, message: unknown): Entry => ({
  t,
  connection: 1,
  from,
  text: JSON.stringify(message),
});
const ask = (t: number, id: number, method = "ping") => frame(t, "client", { jsonrpc: "2.0", id, method });
const reply = (t: number, id: number) => frame(t, "editor", { jsonrpc: "2.0", id, result: {} });
const wanted = { query: "", span: undefined, clearedTo: 0 };
const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number);

async function sessionOf(...entries: readonly Entry[]): Promise<Session> {
  const session = new Session({ kind: "live", header, isCutOff: false });
  session.add(entries);
  await eventually(() => expect(session.unread).toBe(0));
  return session;
}

test("links requests and answers, and lists pending calls", async () => {
  const session = await sessionOf(ask(0, 1), ask(1, 2), reply(5, 1));
  const [first, second, answer] = session.rows;
  if (!first || !second || !answer) throw new Error("Rows are missing.");
  expect(session.partner(first)).toBe(answer);
  expect(session.partner(answer)).toBe(first);
  expect(session.partner(second)).toBeUndefined();
  expect(numbers(session.pending)).toEqual([2]);
  session.add([{ t: 9, connection: 1, from: "client", close: { code: 1000, reason: "" } }]);
  await eventually(() => expect(session.pending).toEqual([]));
  expect(session.endOf(second)).toBe(9);
});

test("a paused session shows no new messages, and all of them once it resumes", async () => {
  const session = await sessionOf(ask(0, 1));
  session.setPaused(true);
  session.add([reply(1, 1), ask(2, 2)]);
  expect([session.rows.length, session.unread]).toEqual([1, 2]);
  session.setPaused(false);
  await eventually(() => expect(numbers(session.rows)).toEqual([1, 2, 3]));
});

test("a window opened later has the same numbers and no false faults", () => {
  const history = new EntryHistory({ entries: 3, size: 1e9 });
  for (const entry of [ask(0, 0, "initialize"), reply(1, 0), ask(2, 1), ask(3, 2), reply(4, 2), ask(5, 3), reply(6, 1)])
    history.add(entry);
  const reader = new Reader(history);
  const rows = history.slice(history.first, history.end).flatMap((entry) => reader.read(entry));
  expect(numbers(rows)).toEqual([5, 6, 7]);
  expect(rows.map(({ faults }) => faults)).toEqual([[], [], []]);
  expect(rows.map(({ isRequestGone, answers }) => [isRequestGone, answers])).toEqual([
    [true, undefined],
    [false, undefined],
    [true, undefined],
  ]);
  expect(rows[2]?.tookMs).toBe(4);
  expect(numbers(reader.pending)).toEqual([6]);
});

test("parses a row's message from its frame again; in a batch, by its index", async () => {
  const two = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
  ];
  const session = await sessionOf(frame(0, "client", two), frame(1, "client", [two[0]]), frame(2, "client", []));
  expect(session.rows.map(messageIn)).toEqual([two[0], two[1], two[0], []]);
});

test("a deeply nested message doesn't stop the reading", async () => {
  const nested = "[".repeat(20_000) + "]".repeat(20_000);
  const deep: Entry = {
    t: 1,
    connection: 1,
    from: "client",
    text: `{"jsonrpc":"2.0","method":"x","params":${nested}}`,
  };
  const session = await sessionOf(ask(0, 1), deep, reply(2, 1), deep, ask(3, 2));
  expect(numbers(session.rows)).toEqual([1, 2, 3, 4, 5]);
  expect(session.rows[2]?.answers).toBe(1);
  expect(numbers(session.pending)).toEqual([5]);
});

test("doesn't filter rows again until the search changes", async () => {
  const session = await sessionOf(ask(0, 1), reply(1, 1), ask(2, 2));
  const shown = new ShownRows();
  const first = shown.update(session, wanted);
  expect(numbers(first)).toEqual([1, 2, 3]);
  session.add([reply(3, 2)]);
  await eventually(() => expect(session.unread).toBe(0));
  expect(shown.update(session, wanted)).toBe(first);
  expect(numbers(first)).toEqual([1, 2, 3, 4]);
  expect(numbers(shown.update(session, { ...wanted, query: "editor" }))).toEqual([2, 4]);
  expect(numbers(shown.update(session, { ...wanted, span: { start: 1, end: 2 } }))).toEqual([2, 3]);
  expect(numbers(shown.update(session, { ...wanted, clearedTo: 3 }))).toEqual([4]);
  expect(numbers(shown.update(session, { ...wanted, query: "#1" }))).toEqual([1, 2]);
});

test("finds the index of a shown row", async () => {
  const session = await sessionOf(ask(0, 1), reply(1, 1), ask(2, 2), reply(3, 2));
  const rows = new ShownRows().update(session, { ...wanted, query: "editor" });
  expect([2, 3, 4, 9].map((number) => [indexOfRow(rows, number), indexFrom(rows, number)])).toEqual([
    [0, 0],
    [-1, 1],
    [1, 1],
    [-1, 2],
  ]);
});
