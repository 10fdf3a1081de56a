/** Reviews without a browser: a real endpoint with a real client, and windows that only send messages. */
import { readFileSync, writeFileSync } from "node:fs";
import { FakeClock } from "@tandem-ide/base/testing";
import type { Client } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { workbenchFixture } from "../testing/workbench-fixture.js";
import type { CreateWorkbenchOptions } from "./create-workbench.js";
import type { SharedReview } from "./reviews.js";

function propose(from: Client, file: string, text: string, tab = "t") {
  return from.call("openDiff", { old_file_path: file, new_file_path: file, new_file_contents: text, tab_name: tab });
}

/** A workbench with a stopped clock and a review open in a window. */
async function withReview(options: Partial<CreateWorkbenchOptions> = {}) {
  const clock = new FakeClock();
  const standing = await workbenchFixture({ endpoint: { clock }, ...options });
  const { running, client, path } = standing;
  const window = new TestWindow(running.workbench);
  const asking = await client();
  let decision = "none";
  propose(asking, path("a.txt"), "x").then(
    (answer) => {
      decision = answer.decision;
    },
    () => {},
  );
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(1);
  return { ...standing, clock, window, decision: () => decision };
}

test("returns the user's edited proposal, even after a reload, without writing the file", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const asking = await client();
  const answer = propose(asking, path("a.txt"), "ONE\ntwo\nTHREE\n");
  await expect.poll(() => window.received("show")).toHaveLength(1);
  const [review] = window.model.tabs.filter((tab) => tab.kind === "review");
  expect(review?.review).toMatchObject({ added: 2, removed: 2, hunks: 2, tabName: "t", isNewFile: false });
  const id = review?.review.id ?? "";
  const hunks = [
    { oldStart: 0, oldEnd: 1, count: 1, isAccepted: false },
    { oldStart: 2, oldEnd: 3, count: 1, isAccepted: false },
  ];
  const texts = { base: "one\ntwo\nthree\n", proposed: "ONE\ntwo\nTHREE\n", comments: [] };
  expect(await window.ask("review.open", { review: id })).toEqual({ ...texts, version: 0, hunks });
  await window.type(`review:${id}`, "edited ", 14);
  await window.decide(id, { index: 1, oldStart: 2, oldEnd: 3, decision: "accepted" }, 21, 1);
  window.leave();
  const again = new TestWindow(running.workbench, window.id);
  expect(again.id).toBe(window.id);
  expect(await again.ask("review.open", { review: id })).toEqual({
    ...texts,
    version: 2,
    result: "edited ONE\ntwo\nTHREE\n",
    hunks: [
      { ...hunks[0], proposed: ["ONE"], wanted: ["ONE"] },
      { ...hunks[1], isAccepted: true },
    ],
  });
  await again.ask("review.decide", { review: id, accepted: true });
  expect(await answer).toEqual({ decision: "saved", text: "edited ONE\ntwo\nTHREE\n" });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  await expect.poll(() => again.model.tabs).toEqual([]);
});

test("a withdrawn proposal closes its tab in every window", async () => {
  const { running, path, client } = await workbenchFixture();
  const windows = [new TestWindow(running.workbench), new TestWindow(running.workbench)];
  const asking = await client();
  const answer = propose(asking, path("a.txt"), "x");
  for (const window of windows) await expect.poll(() => window.model.tabs).toHaveLength(1);
  await asking.call("close_tab", { tab_name: "t" });
  expect(await answer).toMatchObject({ decision: "rejected" });
  for (const window of windows) await expect.poll(() => window.model.tabs).toEqual([]);
});

test("a review shows that its file has changed", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  void propose(await client(), path("a.txt"), "x").catch(() => {});
  const review = () => window.model.tabs.find((tab) => tab.kind === "review")?.review;
  await expect.poll(() => review()?.isOutdated).toBe(false);
  writeFileSync(path("a.txt"), "changed\n");
  await expect.poll(() => review()?.isOutdated).toBe(true);
  writeFileSync(path("a.txt"), "one\ntwo\nthree\n");
  await expect.poll(() => review()?.isOutdated).toBe(false);
});

test("closing or reloading the only window decides nothing: the review stays pending", async () => {
  const { clock, window, decision, running } = await withReview();
  window.leave();
  const again = new TestWindow(running.workbench, window.id);
  clock.advance(5000);
  again.leave();
  clock.advance(5000);
  expect([running.workbench.reviews.all.length, decision()]).toEqual([1, "none"]);
  const next = new TestWindow(running.workbench);
  const tab = next.model.tabs.find(({ kind }) => kind === "review");
  if (tab?.kind !== "review") throw new Error("the next window does not show the review");
  expect(next.received("welcome")[0]?.view.front).toContain(tab.id);
  await next.ask("review.decide", { review: tab.review.id, accepted: true });
  await expect.poll(decision).toBe("saved");
});

test("reports pending reviews once it is clear that the last window was closed", async () => {
  const received: string[][] = [];
  const unseen = (reviews: readonly SharedReview[]) => received.push(reviews.map(({ review }) => review.tabName));
  const { clock, window, running } = await withReview({ onReview: { unseen } });
  const other = new TestWindow(running.workbench);
  window.leave();
  clock.advance(5000);
  other.leave();
  expect(received).toEqual([]);
  clock.advance(5000);
  expect(received).toEqual([["t"]]);
});

test("rejects a decision on a review that has ended", async () => {
  const { window, decision } = await withReview();
  const tab = window.model.tabs.find(({ kind }) => kind === "review");
  if (tab?.kind !== "review") throw new Error("the window does not show the review");
  await window.ask("review.decide", { review: tab.review.id, accepted: true });
  await expect.poll(decision).toBe("saved");
  const again = window.ask("review.decide", { review: tab.review.id, accepted: false });
  await expect(again).rejects.toThrow("This review has ended: it was decided elsewhere or withdrawn");
});

test("a browser that crashes or suspends the tab rejects nothing", async () => {
  const { clock, window, running } = await withReview();
  window.disconnect();
  clock.advance(5000);
  expect(running.workbench.reviews.all).toHaveLength(1);
});

test("accepting with every hunk rejected is a rejection, decided by the hub", async () => {
  const { running, path, client } = await workbenchFixture();
  const window = new TestWindow(running.workbench);
  const answer = propose(await client(), path("a.txt"), "ONE\ntwo\nthree\n");
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(1);
  const [shared] = running.workbench.reviews.all;
  const decided = { index: 0, oldStart: 0, oldEnd: 1, decision: "rejected" } as const;
  await window.decide(shared?.id ?? "", decided, 14, 0, { from: 0, to: 3, insert: "one" });
  expect(shared?.review.hunks).toMatchObject([{ decision: "rejected", lines: ["ONE"] }]);
  await window.ask("review.decide", { review: shared?.id ?? "", accepted: true });
  expect(await answer).toMatchObject({ decision: "rejected" });
});
