/** Reviews in the hub, without a connection. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { setUp } from "../../testing/review-fixture.js";
import type { Review, ReviewDraftStore } from "../editor.js";

describe("an editor that doesn't use hunks", () => {
  test("returns text, which gets the proposal's line endings", async () => {
    const { ask } = setUp(async () => ({ accepted: true, text: "one\n2\nthree\n" }));
    expect(await ask("one\r\nTWO\r\nthree\r\n")).toEqual({ kind: "accepted", content: "one\r\n2\r\nthree\r\n" });
  });

  test("that returns the text on disk has rejected it", async () => {
    const { ask } = setUp(async () => ({ accepted: true, text: "one\ntwo\nthree\n" }));
    expect(await ask("one\r\nTWO\r\nthree\r\n")).toEqual({ kind: "rejected" });
  });

  test("that fails makes no decision", async () => {
    const { hub, ask } = setUp(() => Promise.reject(new Error("no window")));
    await expect(ask("new")).rejects.toThrow("no window");
    expect(hub.reviews.pending).toEqual([]);
  });
});

describe("an editor that shows the review", () => {
  test("combines hunk decisions and edits", async () => {
    const { hub, ask } = setUp(async (review) => await review.decided);
    const answer = ask("ONE\r\ntwo\r\nTHREE\r\n");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    const [review] = hub.reviews.pending;
    expect(review?.hunks.map(({ decision }) => decision)).toEqual(["undecided", "undecided"]);
    review?.decideHunk(0, "rejected");
    review?.edit("one\ntwo\nTHREE, by hand\n");
    expect(review?.hunks.map(({ decision }) => decision)).toEqual(["rejected", "undecided"]);
    expect(review?.isEdited).toBe(true);
    review?.accept();
    expect(await answer).toEqual({ kind: "accepted", content: "one\r\ntwo\r\nTHREE, by hand\r\n" });
    expect(hub.reviews.pending).toEqual([]);
  });

  test("accepting with every hunk rejected is a rejection", async () => {
    const { hub, ask } = setUp(async (review) => await review.decided);
    const answer = ask("ONE\r\ntwo\r\nTHREE\r\n");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    const [review] = hub.reviews.pending;
    for (const { index } of review?.hunks ?? []) review?.decideHunk(index, "rejected");
    review?.accept();
    expect(await answer).toEqual({ kind: "rejected" });
  });

  test("is notified when the client withdraws it, and later decisions are ignored", async () => {
    let seen: Review | undefined;
    const { ask } = setUp(async (review) => {
      seen = review;
      return await review.decided;
    });
    const withdrawal = new AbortController();
    const answer = ask("new", "text", withdrawal.signal);
    await expect.poll(() => seen).toBeDefined();
    withdrawal.abort(new Error("withdrawn"));
    seen?.accept();
    expect(await answer).toEqual({ kind: "rejected" });
    expect(seen?.outcome).toBe("withdrawn");
  });

  test("whose view never closes leaves no review behind", async () => {
    const { hub, ask } = setUp(() => new Promise(() => {}));
    const withdrawal = new AbortController();
    void ask("new", "text", withdrawal.signal);
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    withdrawal.abort(new Error("withdrawn"));
    await expect.poll(() => hub.reviews.pending).toEqual([]);
  });

  test("gets each change once, until the end", async () => {
    const { hub, ask } = setUp(async (review) => await review.decided);
    const answer = ask("ONE\r\ntwo\r\nthree\r\n");
    await expect.poll(() => hub.reviews.pending.length).toBe(1);
    const [review] = hub.reviews.pending;
    let changes = 0;
    review?.onChanged(() => changes++);
    review?.edit("ONE\ntwo\nthree\n");
    expect(changes).toBe(0);
    review?.decideHunk(0, "accepted");
    review?.edit("ONE!\ntwo\nthree\n");
    expect(changes).toBe(2);
    review?.reject();
    review?.edit("too late");
    expect([changes, await answer]).toEqual([2, { kind: "rejected" }]);
  });
});

describe("the accepted form", () => {
  test("decision: the user can't edit, because edits would be lost", async () => {
    const { ask } = setUp(async (review) => {
      review.edit("edited");
      review.decideHunk(0, "rejected");
      review.accept();
      return await review.decided;
    });
    expect(await ask("new", "decision")).toEqual({ kind: "accepted", content: "new" });
    const plain = setUp(async () => ({ accepted: true, text: "edited" }));
    expect(await plain.ask("new", "decision")).toEqual({ kind: "accepted", content: "new" });
  });

  test("accepting an empty text instead of a non-empty one does nothing and says why", async () => {
    let why: string | undefined;
    const { ask } = setUp(async (review) => {
      review.edit("");
      why = review.whyNotAcceptable();
      review.accept();
      review.edit("rest");
      review.accept();
      return await review.decided;
    });
    expect(await ask("new", "non-empty text")).toEqual({ kind: "accepted", content: "rest" });
    expect(why).toContain("some-agent does not support emptying a file");
    const plain = setUp(async () => ({ accepted: true, text: "" }));
    expect(await plain.ask("new", "non-empty text")).toEqual({ kind: "rejected" });
  });
});

test("saves the user's edits while it is pending, and reports its end", async () => {
  const messages: string[] = [];
  const keeper: ReviewDraftStore = {
    changed: (_review, text) => void messages.push(`kept ${text()}`),
    closed: async (_id, outcome) => void messages.push(outcome),
  };
  const { ask } = setUp(async (review) => {
    review.edit("mine");
    review.accept();
    return await review.decided;
  }, keeper);
  await ask("new");
  expect(messages).toEqual(["kept mine", "accepted"]);
});

test("never writes the file, and shows nothing while paused", async () => {
  const { hub, path, ask } = setUp(async (review) => {
    review.accept();
    return await review.decided;
  });
  expect(await ask("new")).toEqual({ kind: "accepted", content: "new" });
  expect(readFileSync(path, "utf8")).toBe("one\r\ntwo\r\nthree\r\n");
  hub.setPaused(true);
  expect(await ask("new")).toEqual({ kind: "refused", reason: "Sharing is paused" });
});
