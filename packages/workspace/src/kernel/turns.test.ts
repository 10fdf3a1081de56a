import { expect, test } from "vitest";
import { Turns } from "./turns.js";

test("grants turns in order, one at a time", async () => {
  const turns = new Turns();
  const order: number[] = [];
  const endFirst = await turns.take();
  const others = [2, 3].map(async (number) => {
    const end = await turns.take();
    order.push(number);
    end();
  });
  expect(order).toEqual([]);
  endFirst();
  await Promise.all(others);
  expect(order).toEqual([2, 3]);
});

test("an aborted wait doesn't end the current turn or block the next", async () => {
  const turns = new Turns();
  const endFirst = await turns.take();
  const controller = new AbortController();
  const second = turns.take(controller.signal);
  let hasThirdStarted = false;
  const third = turns.take().then(() => {
    hasThirdStarted = true;
  });
  controller.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  expect(hasThirdStarted).toBe(false);
  endFirst();
  await third;
});
