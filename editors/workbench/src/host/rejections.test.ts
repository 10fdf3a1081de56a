/** Closing a review's tab rejects it after five seconds (on a fake clock), unless something cancels that. */
import { FakeClock } from "@tandem-ide/base/testing";
import type { Client } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { workbenchFixture } from "../testing/workbench-fixture.js";

/** A review whose tab was just closed. */
async function closedReview() {
  const clock = new FakeClock();
  const fixture = await workbenchFixture({ endpoint: { clock } });
  const { running, path } = fixture;
  const window = new TestWindow(running.workbench);
  const client = await fixture.client();
  const { answered } = propose(client, path("a.txt"));
  await expect.poll(() => window.model.tabs).toHaveLength(1);
  const id = running.workbench.reviews.all[0]?.id ?? "";
  await window.type(`review:${id}`, "edited ", 1);
  await window.ask("tab.close", { tab: window.model.tabs[0]?.id ?? "", discard: false });
  await expect.poll(() => window.model.rejecting).toEqual([{ id, path: path("a.txt") }]);
  expect(window.model.tabs).toEqual([]);
  return { ...fixture, clock, window, client, id, answered };
}

/** A proposal for a file, with its answer once it has arrived. */
function propose(client: Client, file: string) {
  let decision: string | undefined;
  client
    .call("openDiff", { old_file_path: file, new_file_path: file, new_file_contents: "x", tab_name: file })
    .then((answer) => {
      decision = answer.decision;
    })
    .catch((error: unknown) => {
      decision = String(error);
    });
  return { answered: () => decision };
}

const pendingAfterAMinute = (clock: FakeClock) => {
  clock.advance(60_000);
  return clock.pending;
};

test("it is rejected after five seconds, and not before", async () => {
  const { clock, window, answered, running } = await closedReview();
  clock.advance(4_999);
  expect(running.workbench.reviews.all).toHaveLength(1);
  clock.advance(1);
  await expect.poll(answered).toBe("rejected");
  expect(running.endpoint.endedReviews).toMatchObject([{ outcome: "rejected" }]);
  await expect.poll(() => window.model.rejecting).toEqual([]);
});

test("undo opens it again with the user's edits, and it stays pending", async () => {
  const { clock, window, answered, id } = await closedReview();
  const { tab } = await window.ask("review.keep", { review: id });
  await expect.poll(() => window.model.tabs).toMatchObject([{ id: tab, review: { id } }]);
  expect(window.model.rejecting).toEqual([]);
  clock.advance(60_000);
  expect(answered()).toBeUndefined();
  expect(await window.ask("review.open", { review: id })).toMatchObject({ result: "edited x" });
  await window.ask("review.decide", { review: id, accepted: true });
  await expect.poll(answered).toBe("saved");
});

test("undo after the five seconds says that the review has ended", async () => {
  const { clock, window, answered, id } = await closedReview();
  clock.advance(5_000);
  await expect.poll(answered).toBe("rejected");
  await expect(window.ask("review.keep", { review: id })).rejects.toThrow("This review has ended.");
});

test("close_tab ends the wait: the review is withdrawn, not rejected", async () => {
  const { clock, window, client, path, running } = await closedReview();
  await client.call("close_tab", { tab_name: path("a.txt") });
  await expect.poll(() => window.model.rejecting).toEqual([]);
  expect(running.endpoint.endedReviews).toMatchObject([{ outcome: "withdrawn" }]);
  pendingAfterAMinute(clock);
  expect(running.endpoint.endedReviews).toHaveLength(1);
});

test("a disconnect ends the wait", async () => {
  const { clock, window, client, running } = await closedReview();
  await client.close();
  await expect.poll(() => window.model.rejecting).toEqual([]);
  pendingAfterAMinute(clock);
  expect(running.endpoint.endedReviews).toMatchObject([{ outcome: "withdrawn" }]);
});

test("a shutdown ends the wait and rejects nothing", async () => {
  const { clock, running, answered } = await closedReview();
  await running.close();
  expect(pendingAfterAMinute(clock)).toBe(0);
  await expect.poll(answered).not.toBeUndefined();
  expect(answered()).not.toBe("rejected");
  expect(running.endpoint.endedReviews).toMatchObject([{ outcome: "withdrawn" }]);
});

test("accepting all of a session doesn't accept one that the user closed", async () => {
  const { window, client, path, answered, running } = await closedReview();
  const other = propose(client, path("b.txt"));
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(2);
  const session = running.workbench.reviews.all[0]?.review.client.id ?? "";
  expect(await window.ask("review.decide-all", { client: session, accepted: true })).toMatchObject({ left: 0 });
  await expect.poll(other.answered).toBe("saved");
  await expect.poll(answered).toBe("rejected");
});
