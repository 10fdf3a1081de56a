/** The feed of one window, with a stand-in for its socket that takes as much as the test says. */

import { FakeClock } from "@tandem/base/testing";
import type { WindowSocket } from "@tandem/page-door";
import { expect, test } from "vitest";
import type { Entry } from "../recording/entry.js";
import { KeptEntries } from "./kept-entries.js";
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
  const kept = new KeptEntries(limits);
  const clock = new FakeClock();
  const welcome = () => ({ header, isLive: true, isCutOff: false, limits, ...kept.start });
  const start = () => new WindowFeed(socket, { kept, clock, welcome, now: () => 7 });
  const times = () => frames.flatMap((frame) => ("entries" in frame ? frame.entries.map(({ t }) => t) : []));
  return { frames, state, kept, clock, start, times };
}

test("first the welcome, then what there is, then what is added, each turn's together", async () => {
  const limits = { entries: 10, size: 1e9 };
  const { frames, kept, start } = standIn(limits);
  kept.add(entryOf(0));
  kept.add(entryOf(1));
  const feed = start();
  await turns(3);
  for (const t of [2, 3, 4]) {
    kept.add(entryOf(t));
    feed.wake();
  }
  await turns(3);
  expect(frames).toEqual([
    { welcome: { header, isLive: true, isCutOff: false, limits, first: 0, droppedRows: 0, context: [] } },
    { entries: [entryOf(0), entryOf(1)], now: 7 },
    { entries: [entryOf(2), entryOf(3), entryOf(4)], now: 7 },
  ]);
});

test("much is sent in pieces, by number and by size", async () => {
  const { frames, kept, start, times } = standIn();
  for (let t = 0; t < 1200; t++) kept.add(entryOf(t));
  for (let t = 1200; t < 1204; t++) kept.add(entryOf(t, "x".repeat(400_000)));
  start();
  await turns(12);
  expect(times()).toEqual(Array.from({ length: 1204 }, (_, t) => t));
  const sizes = frames.flatMap((frame) => ("entries" in frame ? [frame.entries.length] : []));
  expect(Math.max(...sizes)).toBe(500);
  expect(sizes.slice(-3)).toEqual([1, 1, 1]);
});

test("binary frames are sent in pieces by their size, as texts are", async () => {
  const { frames, kept, start } = standIn();
  for (let t = 0; t < 4; t++) kept.add({ t, connection: 1, from: "client", binary: "A".repeat(400_000) });
  start();
  await turns(8);
  expect(frames.flatMap((frame) => ("entries" in frame ? [frame.entries.length] : []))).toEqual([1, 1, 1, 1]);
});

test("a window that does not read gets nothing more until it does", async () => {
  const { frames, state, kept, clock, start, times } = standIn();
  kept.add(entryOf(0));
  const feed = start();
  await turns(3);
  state.unsentBytes = 5 * 1024 * 1024;
  kept.add(entryOf(1));
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

test("a window that missed what was dropped meanwhile begins anew", async () => {
  const { frames, state, kept, clock, start } = standIn({ entries: 100, size: 1e9 });
  kept.add(entryOf(0));
  const feed = start();
  await turns(3);
  state.unsentBytes = 5 * 1024 * 1024;
  for (let t = 1; t < 300; t++) kept.add(entryOf(t));
  feed.wake();
  await turns(3);
  state.unsentBytes = 0;
  clock.advance(100);
  await turns(3);
  const [, , again, rest] = frames;
  expect(again).toMatchObject({ welcome: { first: kept.first, droppedRows: kept.first } });
  expect(rest).toMatchObject({ entries: { length: 300 - kept.first } });
});
