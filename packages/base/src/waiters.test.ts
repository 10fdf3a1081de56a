import { expect, test } from "vitest";
import { FakeClock } from "./testing/fake-clock.js";
import { Waiters } from "./waiters.js";

function setUp() {
  const clock = new FakeClock();
  const waiters = new Waiters(clock);
  const ending = new AbortController();
  let woken = 0;
  const wait = (atMostMs?: number) => waiters.wait(ending.signal, atMostMs).then(() => woken++);
  return { clock, waiters, ending, wait, woken: () => woken };
}

test("everybody who waits is woken, and nobody who waits later", async () => {
  const { waiters, wait, woken } = setUp();
  const both = [wait(), wait()];
  waiters.wakeAll();
  await Promise.all(both);
  void wait();
  await Promise.resolve();
  expect(woken()).toBe(2);
});

test("time and the signal end the wait too, and leave nothing behind", async () => {
  const { clock, ending, wait } = setUp();
  const first = wait(50);
  clock.advance(50);
  await first;
  const second = wait(50);
  ending.abort();
  await second;
  await wait(50);
  expect(clock.pending).toBe(0);
});
