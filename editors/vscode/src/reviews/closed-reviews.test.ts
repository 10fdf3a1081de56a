import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { ClosedReviews } from "./closed-reviews.js";

class TestReview {
  readonly id: string;
  readonly decided: Promise<never>;
  readonly #log: string[];
  end = () => {};

  constructor(id: string, log: string[]) {
    this.id = id;
    this.#log = log;
    this.decided = new Promise((resolve) => {
      this.end = resolve as () => void;
    });
  }

  reject(): void {
    this.#log.push(`${this.id} rejected`);
    this.end();
  }
}

function fixture() {
  const clock = new FakeClock();
  const log: string[] = [];
  let undo = (_isUndone: boolean) => {};
  const closed = new ClosedReviews<TestReview>({
    clock,
    offerUndo: (reviews, over) => {
      log.push(`offered for ${reviews.map(({ id }) => id).join()}`);
      void over.then(() => log.push("over"));
      return new Promise((resolve) => {
        undo = resolve;
      });
    },
    reopen: ({ id }) => log.push(`${id} reopened`),
  });
  const reviews = [new TestReview("a", log), new TestReview("b", log)] as const;
  const settle = () => new Promise(setImmediate);
  closed.closed(reviews);
  return { clock, log, closed, reviews, settle, undo: () => undo(true) };
}

describe("Reviews whose tabs were closed", () => {
  test("are rejected after five seconds, once, with one notice", async () => {
    const { clock, log, closed, reviews, settle } = fixture();
    closed.closed(reviews);
    clock.advance(4_999);
    expect(log).toEqual(["offered for a,b"]);
    clock.advance(1);
    await settle();
    expect(log).toEqual(["offered for a,b", "a rejected", "b rejected", "over"]);
    expect(closed.isWaiting("a")).toBe(false);
  });

  test("open again if the user undoes it, and aren't rejected later", async () => {
    const { clock, log, settle, undo } = fixture();
    undo();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["offered for a,b", "a reopened", "b reopened", "over"]);
    expect(clock.pending).toBe(0);
  });

  test("don't open again if their client has withdrawn them meanwhile", async () => {
    const { clock, log, reviews, settle, undo } = fixture();
    reviews[0].end();
    await settle();
    undo();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["offered for a,b", "b reopened", "over"]);
  });

  test("are rejected at once if the user decides on all reviews", async () => {
    const { clock, log, closed, settle } = fixture();
    closed.rejectAll();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["offered for a,b", "a rejected", "b rejected", "over"]);
  });

  test("aren't rejected when the window closes", async () => {
    const { clock, log, closed, settle, undo } = fixture();
    closed.stopAll();
    await settle();
    undo();
    await settle();
    clock.advance(10_000);
    expect(log).toEqual(["offered for a,b", "over"]);
    expect(clock.pending).toBe(0);
  });
});
