import { FakeClock } from "@tandem-ide/base/testing";
import { expect, test } from "vitest";
import { throttle } from "./throttle.js";

function counted() {
  const clock = new FakeClock();
  let runs = 0;
  const changed = throttle(20, () => runs++, clock);
  return { clock, changed, runs: () => runs };
}

test("runs once for many changes at once, and once more for later ones", () => {
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

test("flush runs a pending change, once", () => {
  const { clock, changed, runs } = counted();
  changed();
  changed.flush();
  changed.flush();
  clock.advance(100);
  expect(runs()).toBe(1);
});

test("cancel drops a pending change", () => {
  const { clock, changed, runs } = counted();
  changed();
  changed.cancel();
  clock.advance(100);
  expect(runs()).toBe(0);
});
