import { expect, test } from "vitest";
import { reconnectDelay } from "./reconnect-delay.js";

test("retries quickly at first, then slowly, but never stops", () => {
  const waits = Array.from({ length: 40 }, (_, attempt) => reconnectDelay(attempt));
  expect(waits[0]).toBeLessThanOrEqual(250);
  expect(waits.every((wait, at) => at === 0 || wait >= (waits[at - 1] ?? 0))).toBe(true);
  expect(Math.max(...waits)).toBe(8_000);
});
