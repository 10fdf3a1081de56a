import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { ClosedReviews } from "./closed-reviews.js";

function fixture() {
  const clock = new FakeClock();
  const log: string[] = [];
  let undo = (_isUndone: boolean) => {};
  let decide = () => {};
  const decided = new Promise<never>((resolve) => {
    decide = resolve as () => void;
  });
  const review = {
    id: "a",
    decided,
    reject: () => {
      log.push("rejected");
      decide();
    },
  };
  const closed = new ClosedReviews<typeof review>({
    clock,
    offerUndo: (_review, over) => {
      void over.then(() => log.push("over"));
      return new Promise((resolve) => {
        undo = resolve;
      });
    },
    reopen: () => log.push("reopened"),
  });
  const settle = () => new Promise(setImmediate);
  closed.closed(review);
  return { clock, log, closed, review, settle, undo: () => undo(true), withdraw: () => decide() };
}

describe("A review whose tab was closed", () => {
  test("is rejected after five seconds, once", async () => {
    const { clock, log, closed, review, settle } = fixture();
    closed.closed(review);
    clock.advance(4_999);
    expect(log).toEqual([]);
    clock.advance(1);
    await settle();
    expect(log).toEqual(["rejected", "over"]);
    expect(closed.isWaiting("a")).toBe(false);
  });

  test("opens again if the user undoes it, and isn't rejected later", async () => {
    const { clock, log, settle, undo } = fixture();
    undo();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["reopened", "over"]);
    expect(clock.pending).toBe(0);
  });

  test("is rejected at once if the user decides on all reviews", async () => {
    const { clock, log, closed, settle } = fixture();
    closed.rejectAll();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["rejected", "over"]);
  });

  test.each(["withdraw", "stop"] as const)("isn't rejected or reopened after %s", async (end) => {
    const { clock, log, closed, settle, undo, withdraw } = fixture();
    if (end === "withdraw") withdraw();
    else closed.stopAll();
    await settle();
    undo();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["over"]);
    expect(clock.pending).toBe(0);
  });
});
