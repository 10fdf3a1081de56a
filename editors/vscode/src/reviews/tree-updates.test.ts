import { expect, test } from "vitest";
import { TreeUpdates } from "./tree-updates.js";

/** A list, and a clock that the test advances. */
function makeList() {
  let now = 0;
  let waiting: { at: number; run: () => void } | undefined;
  const drawnAt: number[] = [];
  const updates = new TreeUpdates({
    draw: () => drawnAt.push(now),
    after: (ms, run) => {
      const mine = { at: now + ms, run };
      waiting = mine;
      return () => {
        if (waiting === mine) waiting = undefined;
      };
    },
  });
  const advance = (ms: number) => {
    const end = now + ms;
    while (waiting && waiting.at <= end) {
      const due = waiting;
      waiting = undefined;
      now = due.at;
      due.run();
    }
    now = end;
  };
  return { updates, drawnAt, advance };
}

test("refreshes the list after a pause in typing, and once more", () => {
  const { updates, drawnAt, advance } = makeList();
  for (let key = 0; key < 10; key++) {
    updates.changed();
    advance(20);
  }
  advance(10_000);
  expect(drawnAt).toEqual([230, 830]);
});

test("keeps children if the list is refreshed while VS Code requests them", () => {
  const { updates, drawnAt, advance } = makeList();
  updates.changed();
  advance(50);
  for (let asked = 0; asked < 5; asked++) {
    advance(500);
    updates.requested();
  }
  expect(drawnAt).toEqual([50]);
  advance(600);
  expect(drawnAt).toEqual([50, 3150]);
});

test("keeps children if the list becomes visible after it was refreshed twice", () => {
  const { updates, drawnAt, advance } = makeList();
  updates.changed();
  advance(5_000);
  updates.shown();
  advance(300);
  updates.requested();
  advance(10_000);
  expect(drawnAt).toEqual([50, 650, 5900]);
});

test("requests from VS Code neither cause nor delay a refresh", () => {
  const { updates, drawnAt, advance } = makeList();
  updates.requested();
  advance(10_000);
  expect(drawnAt).toEqual([]);
  updates.changed();
  updates.requested();
  updates.shown();
  advance(50);
  expect(drawnAt).toEqual([10_050]);
});
