/** The feed of one window, with a fake socket that accepts as much as the test allows. */

import { FakeClock } from "@tandem-ide/base/testing";
import type { WindowSocket } from "@tandem-ide/page-server";
import { expect, test } from "vitest";
import type { Entry } from "../recording/entry.js";
import { EntryHistory } from "./entry-history.js";
import type { FromHost } from "./messages.js";
import { WindowFeed } from "./window-feed.js";

const header = { recording: 1 as const, at: "", editor: "Neovim", folders: [] };
const entryOf = (t: number, text = "{}"): Entry => ({ t, connection: 1, from: "client", text });
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function standIn(limits = { entries: 10_000, size: 1e9 }) {
  const frames: FromHost[] = [];
  const state = { unsentBytes: 0 };
  const socket: WindowSocket = {
    name: undefined,
    get unsentBytes() {
      return state.unsentBytes;
    },
    send: (text) => frames.push(JSON.parse(text)),
    onMessage: () => {},
    onClose: () => {},
    close: () => {},
  };
  const history = new EntryHistory(limits);
  const clock = new FakeClock();
  const welcome = () => ({ header, isLive: true, isCutOff: false, limits, ...history.start });
  const start = () => new WindowFeed(socket, { history, clock, welcome, now: () => 7 });
  const times = () => frames.flatMap((frame) => ("entries" in frame ? frame.entries.map(({ t }) => t) : []));
  return { frames, state, history, clock, start, times };
}

test("sends the welcome, earlier entries, then new ones together for each turn", async () => {
  const limits = { entries: 10, size: 1e9 };
  const { frames, history, start } = standIn(limits);
  history.add(entryOf(0));
  history.add(entryOf(1));
  const feed = start();
  await turns(3);
  for (const t of [2, 3, 4]) {
    history.add(entryOf(t));
    feed.wake();
  }
  await turns(3);
  expect(frames).toEqual([
    { welcome: { header, isLive: true, isCutOff: false, limits, first: 0, droppedRows: 0, context: [] } },
    { entries: [entryOf(0), entryOf(1)], now: 7 },
    { entries: [entryOf(2), entryOf(3), entryOf(4)], now: 7 },
  ]);
});

test("splits many entries by number and size", async () => {
  const { frames, history, start, times } = standIn();
  for (let t = 0; t < 1200; t++) history.add(entryOf(t));
  for (let t = 1200; t < 1204; t++) history.add(entryOf(t, "x".repeat(400_000)));
  start();
  await turns(12);
  expect(times()).toEqual(Array.from({ length: 1204 }, (_, t) => t));
  const sizes = frames.flatMap((frame) => ("entries" in frame ? [frame.entries.length] : []));
  expect(Math.max(...sizes)).toBe(500);
  expect(sizes.slice(-3)).toEqual([1, 1, 1]);
});

test("splits binary frames by size, like text", async () => {
  const { frames, history, start } = standIn();
  for (let t = 0; t < 4; t++) history.add({ t, connection: 1, from: "client", binary: "A".repeat(400_000) });
  start();
  await turns(8);
  expect(frames.flatMap((frame) => ("entries" in frame ? [frame.entries.length] : []))).toEqual([1, 1, 1, 1]);
});

test("a window that doesn't read gets nothing more until it does", async () => {
  const { frames, state, history, clock, start, times } = standIn();
  history.add(entryOf(0));
  const feed = start();
  await turns(3);
  state.unsentBytes = 5 * 1024 * 1024;
  history.add(entryOf(1));
  feed.wake();
  await turns(3);
  clock.advance(100);
  await turns(3);
  expect(frames.length).toBe(2);
  state.unsentBytes = 0;
  clock.advance(100);
  await turns(3);
  expect(times()).toEqual([0, 1]);
  feed.close();
});

test("a window that missed dropped entries starts over", async () => {
  const { frames, state, history, clock, start } = standIn({ entries: 100, size: 1e9 });
  history.add(entryOf(0));
  const feed = start();
  await turns(3);
  state.unsentBytes = 5 * 1024 * 1024;
  for (let t = 1; t < 300; t++) history.add(entryOf(t));
  feed.wake();
  await turns(3);
  state.unsentBytes = 0;
  clock.advance(100);
  await turns(3);
  const [, , again, rest] = frames;
  expect(again).toMatchObject({ welcome: { first: history.first, droppedRows: history.first } });
  expect(rest).toMatchObject({ entries: { length: 300 - history.first } });
});
