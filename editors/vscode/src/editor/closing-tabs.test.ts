import { FakeClock } from "@tandem-ide/base/testing";
import { expect, test } from "vitest";
import { ClosingTabs } from "./closing-tabs.js";

test("a new diff waits until all tabs are closed, even if closing one fails", async () => {
  const closing = new ClosingTabs(new FakeClock());
  let endFirst = () => {};
  let failSecond = (_error: Error) => {};
  const first = closing.add(new Promise((resolve) => (endFirst = resolve)));
  closing.add(new Promise((_resolve, reject) => (failSecond = reject))).catch(() => {});
  let isDone = false;
  const waited = closing.wait().then(() => {
    isDone = true;
  });
  endFirst();
  await first;
  expect(isDone).toBe(false);
  failSecond(new Error("the tab is gone"));
  await waited;
  await closing.wait();
});

test("a new diff opens after two seconds although VS Code still asks whether to save", async () => {
  const clock = new FakeClock();
  const closing = new ClosingTabs(clock);
  void closing.add(new Promise(() => {}));
  const waited = closing.wait();
  clock.advance(2000);
  await waited;
});
