import { FakeClock } from "@tandem/base/testing";
import { expect, test } from "vitest";
import { atMostEvery } from "./at-most-every.js";

function counted() {
  const clock = new FakeClock();
  let runs = 0;
  const changed = atMostEvery(20, () => runs++, clock);
  return { clock, changed, runs: () => runs };
}

test("many changes at once are one, and those of the time after it another", () => {
  const { clock, changed, runs } = counted();
  changed();
  changed();
  expect(runs()).toBe(0);
  clock.advance(0);
  expect(runs()).toBe(1);
  changed();
  clock.advance(19);
  expect(runs()).toBe(1);
  clock.advance(1);
  expect(runs()).toBe(2);
  clock.advance(100);
  expect(runs()).toBe(2);
});

test("flush does what waits, once", () => {
  const { clock, changed, runs } = counted();
  changed();
  changed.flush();
  changed.flush();
  clock.advance(100);
  expect(runs()).toBe(1);
});

test("cancel forgets what waits", () => {
  const { clock, changed, runs } = counted();
  changed();
  changed.cancel();
  clock.advance(100);
  expect(runs()).toBe(0);
});
