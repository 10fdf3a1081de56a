/** What is known about reviews that have ended. */
import { writeFileSync } from "node:fs";
import type { ReviewRecord } from "@tandem-ide/base/review";
import type { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { client, setUp } from "../../testing/review-fixture.js";
import type { Hub } from "../hub.js";

describe("how a review ended", () => {
  const settled = (hub: Hub) =>
    new Promise<ReviewRecord>((resolve) => {
      const stop = hub.reviews.records.onSettled((record) => {
        stop();
        resolve(record);
      });
    });

  const advanced = (clock: FakeClock, hub: Hub, ms: number) => {
    clock.advance(ms);
    return hub.reviews.records.all[0] ?? { isWritten: undefined };
  };

  test("accepted: whether the client has written the text, with the file's own line endings", async () => {
    const { hub, path, clock, ask } = setUp(async (review) => await review.decided);
    const record = settled(hub);
    const answer = ask("ONE\r\ntwo\r\nthree\r\n");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    hub.reviews.pending[0]?.accept();
    const { kind } = await answer;
    expect([kind, hub.reviews.records.all[0]?.isWritten]).toEqual(["accepted", undefined]);
    writeFileSync(path, "ONE\r\ntwo\r\nthree\r\n");
    await expect.poll(() => advanced(clock, hub, 100).isWritten).toBe(true);
    expect(await record).toMatchObject({ outcome: "accepted", path, client, isWritten: true });
  });

  test("accepted, but the client doesn't write it", async () => {
    const { hub, clock, ask } = setUp(async (review) => await review.decided);
    const record = settled(hub);
    const answer = ask("new");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    hub.reviews.pending[0]?.accept();
    await answer;
    await expect.poll(() => advanced(clock, hub, 6000).isWritten).toBe(false);
    expect(await record).toMatchObject({ outcome: "accepted", isWritten: false });
  });

  test("a dozen accepted at once cause no warning about a leak", async () => {
    const warnings: string[] = [];
    const listener = ({ message }: Error) => warnings.push(message);
    process.on("warning", listener);
    onTestFinished(() => void process.off("warning", listener));
    const { hub, clock, ask } = setUp(async () => ({ accepted: true, text: "new" }));
    for (let count = 0; count < 12; count++) await ask("new");
    // Warnings are emitted in the next tick.
    await expect.poll(() => advanced(clock, hub, 6000).isWritten).toBe(false);
    expect(warnings).toEqual([]);
  });

  test("rejected with a reason and comments, which are kept for the agent", async () => {
    const { hub, ask } = setUp(async (review) => await review.decided);
    const record = settled(hub);
    const answer = ask("new");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    const [review] = hub.reviews.pending;
    review?.setComment(0, "Why?");
    review?.setComment(2, "Gone.");
    review?.setComment(2, " ");
    review?.reject("Keep it.");
    review?.setComment(0, "too late");
    expect(await answer).toEqual({ kind: "rejected" });
    const feedback = { reason: "Keep it.", comments: [{ line: 0, text: "Why?" }] };
    expect(await record).toMatchObject({ outcome: "rejected", feedback });
  });

  test("a review's end is reported once, and the endpoint keeps the last hundred", async () => {
    const { hub, ask } = setUp(async () => ({ accepted: false }));
    for (let count = 0; count < 101; count++) await ask(`new ${count}`);
    expect(hub.reviews.records.all).toHaveLength(100);
  });

  test("all reviews of a client are decided at once, and another client's stay", async () => {
    const { hub, ask } = setUp(async (review) => await review.decided);
    const answers = [ask("first"), ask("second")];
    await expect.poll(() => hub.reviews.pending.length).toBe(2);
    expect(hub.reviews.decideAll(true, "someone else")).toEqual([]);
    expect(hub.reviews.pending).toHaveLength(2);
    expect(hub.reviews.decideAll(false, client.id)).toEqual([]);
    expect(await Promise.all(answers)).toEqual([{ kind: "rejected" }, { kind: "rejected" }]);
  });

  test("a review that can't be accepted now stays pending when all are accepted", async () => {
    const { hub, ask } = setUp(async (review) => await review.decided);
    const answer = ask("", "non-empty text");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    expect(hub.reviews.decideAll(true)).toHaveLength(1);
    hub.reviews.decideAll(false);
    expect(await answer).toEqual({ kind: "rejected" });
  });
});
