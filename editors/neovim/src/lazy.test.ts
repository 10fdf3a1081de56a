import { expect, test } from "vitest";
import { Lazy } from "./lazy.js";

test("loads once, on first use", async () => {
  let loads = 0;
  const lazy = new Lazy(async () => ++loads);
  expect(lazy.loaded).toBeUndefined();
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
  expect(await lazy.loaded).toBe(1);
});

test("a failure rejects all callers, and the next call tries again", async () => {
  let loads = 0;
  const lazy = new Lazy(async () => {
    if (++loads === 1) throw new Error("not yet");
    return loads;
  });
  const both = await Promise.allSettled([lazy.get(), lazy.get()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await lazy.get()).toBe(2);
  expect(await lazy.get()).toBe(2);
});
