import { expect, test } from "vitest";
import { Condition } from "./condition.js";
import { FakeClock } from "./testing/fake-clock.js";

function setUp() {
  const clock = new FakeClock();
  const condition = new Condition(clock);
  const ending = new AbortController();
  let woken = 0;
  const wait = (atMostMs?: number) => condition.wait(ending.signal, atMostMs).then(() => woken++);
  return { clock, condition, ending, wait, woken: () => woken };
}

test("notifyAll wakes everyone who is waiting, but not later waits", async () => {
  const { condition, wait, woken } = setUp();
  const both = [wait(), wait()];
  condition.notifyAll();
  await Promise.all(both);
  void wait();
  await Promise.resolve();
  expect(woken()).toBe(2);
});

test("a wait also ends by timeout or signal, and cleans up", async () => {
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
