import { expect, test } from "vitest";
import { Turns } from "./turns.js";

test("turns come in the order of asking, one at a time", async () => {
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

test("who gives up waiting neither ends the running turn nor holds up the next", async () => {
  const turns = new Turns();
  const endFirst = await turns.take();
  const impatient = new AbortController();
  const second = turns.take(impatient.signal);
  let isThirdOn = false;
  const third = turns.take().then(() => {
    isThirdOn = true;
  });
  impatient.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  expect(isThirdOn).toBe(false);
  endFirst();
  await third;
});
