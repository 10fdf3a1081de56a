import { expect, test } from "vitest";
import type { PageRow } from "../core/reader.js";
import { axisTimes, layOut, levels, messageAt, panned, zoomed } from "./layout.js";

const sizes = { tops: [0, 40] as const, levelHeight: 8, tickHeight: 8 };

function row(number: number, t: number, more: Partial<PageRow> = {}): PageRow {
  const entry = { t, connection: 1, from: "client" as const, text: "" };
  return {
    number,
    t,
    connection: 1,
    kind: "notification",
    from: "client",
    about: "",
    faults: [],
    size: 0,
    entry,
    part: undefined,
    isRequestGone: false,
    ...more,
  };
}

/** Lays out calls, given as [start, end or undefined], and other rows. */
function timeline(
  calls: readonly (readonly [number, number | undefined])[],
  others: readonly PageRow[] = [],
  width = 1000,
) {
  const requests = calls.map(([t], index) => row(index + 1, t, { kind: "request" }));
  const answers = new Map(
    calls.flatMap(([, t], index) => (t === undefined ? [] : [[index + 1, row(1000 + index, t, { kind: "answer" })]])),
  );
  const rows = [...requests, ...others].sort((a, b) => a.t - b.t);
  const answerOf = ({ number }: PageRow) => answers.get(number);
  return layOut({ rows, view: { start: 0, end: 1000 }, width, answerOf, endOf: () => undefined });
}

test("a call is a bar from request to answer, in the sender's lane", () => {
  const { bars } = timeline([[100, 300]]);
  expect(bars).toMatchObject([{ x: 100, width: 200, lane: 0, level: 0, tone: "plain", isOpen: false }]);
});

test("a pending call continues to the end, or to the end of its connection", () => {
  expect(timeline([[100, undefined]]).bars).toMatchObject([{ x: 100, width: 900, tone: "waiting", isOpen: true }]);
  const request = row(1, 100, { kind: "request" });
  const input = { rows: [request], view: { start: 0, end: 1000 }, width: 1000, answerOf: () => undefined };
  expect(layOut({ ...input, endOf: () => 400 }).bars).toMatchObject([{ width: 300, isOpen: false }]);
});

test("stacks simultaneous calls but not consecutive ones", () => {
  expect(
    timeline([
      [0, 500],
      [100, 300],
      [310, 400],
    ]).bars.map(({ level }) => level),
  ).toEqual([0, 1, 1]);
  const many = timeline(Array.from({ length: 9 }, (_, index) => [index, 900] as const));
  expect(Math.max(...many.bars.map(({ level }) => level))).toBe(levels - 1);
});

test("other messages are ticks, and a fault hides others on the same pixel", () => {
  const others = [row(10, 500), row(11, 500.2, { faults: ["wrong"] }), row(12, 500.3), row(13, 700, { kind: "ping" })];
  const { ticks } = timeline([], others);
  expect(ticks).toMatchObject([{ x: 500, tone: "fault", row: { number: 11 } }]);
});

test("a fault in the request or response makes the call red", () => {
  const request = row(1, 10, { kind: "request" });
  const answer = row(2, 20, { kind: "answer", answers: 1, faults: ["wrong"] });
  const input = { view: { start: 0, end: 100 }, width: 100, endOf: () => undefined };
  const { bars, ticks } = layOut({ ...input, rows: [request, answer], answerOf: () => answer });
  expect([bars[0]?.tone, ticks]).toEqual(["fault", []]);
});

test("the number of drawn elements depends on the width, not on the number of messages", () => {
  const calls = Array.from({ length: 25_000 }, (_, index) => [index / 25, index / 25 + 0.02] as const);
  const others = Array.from({ length: 25_000 }, (_, index) => row(30_000 + index, index / 25));
  const { bars, ticks } = timeline(calls, others, 800);
  expect(bars.length).toBeLessThanOrEqual(2 * 801);
  expect(ticks.length).toBeLessThanOrEqual(801);
});

test("finds the message drawn at a point, or the nearest one", () => {
  const layout = timeline(
    [
      [100, 300],
      [120, 200],
    ],
    [row(10, 600), row(11, 603, { from: "editor" })],
  );
  expect(messageAt(layout, sizes, 250, 4)?.number).toBe(1);
  expect(messageAt(layout, sizes, 150, 12)?.number).toBe(2);
  expect(messageAt(layout, sizes, 602, 28)?.number).toBe(10);
  expect(messageAt(layout, sizes, 602, 68)?.number).toBe(11);
  expect(messageAt(layout, sizes, 450, 4)).toBeUndefined();
});

test("the axis has few labels, at round times", () => {
  expect(axisTimes({ start: 30, end: 970 }, 5)).toEqual([200, 400, 600, 800]);
  expect(axisTimes({ start: 0, end: 0 }, 5)).toEqual([]);
  expect(axisTimes({ start: 0, end: 86_400_000 }, 10).length).toBeLessThanOrEqual(11);
});

test("zooming keeps the time under the pointer, stays inside, and ends with everything", () => {
  const all = { start: 0, end: 1000 };
  expect(zoomed(all, 0.5, 250, all)).toEqual({ start: 125, end: 625 });
  expect(zoomed({ start: 0, end: 100 }, 2, 0, all)).toEqual({ start: 0, end: 200 });
  expect(zoomed({ start: 900, end: 1000 }, 2, 900, all)).toEqual({ start: 800, end: 1000 });
  expect(zoomed({ start: 100, end: 700 }, 2, 400, all)).toBeUndefined();
  expect(panned({ start: 100, end: 300 }, 0.5, all)).toEqual({ start: 200, end: 400 });
  expect(panned({ start: 850, end: 1000 }, 1, all)).toEqual({ start: 850, end: 1000 });
});
