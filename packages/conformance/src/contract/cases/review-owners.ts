/** A proposal belongs to the client that sent it (TOOL-01, TOOL-10, TOOL-11). */
import assert from "node:assert/strict";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import { tabNameFor } from "../review.js";

const oldText = "one\ntwo\n";
const newText = "one\n2\n";
const needs = ["openDiff", "pendingReviews"] as const;

/** Connects two clients, each with a pending proposal. */
async function twoReviews(context: CaseContext) {
  const [mine, other] = [await context.connect(), await context.connect()];
  const myReview = await context.review(mine, await context.file("mine.txt", oldText), newText);
  const otherReview = await context.review(other, await context.file("other.txt", oldText), newText);
  return { mine, myReview, otherReview };
}

export const reviewOwnerCases: readonly ContractCase[] = [
  {
    title: "TOOL-10 close_tab rejects the pending proposal, closes its view, and can be repeated",
    needs: [...needs, "close_tab"],
    async run(context) {
      const participant = await context.connect();
      const review = await context.review(participant, await context.file("closed.txt", oldText), newText);
      for (let i = 0; i < 2; i++) {
        const answer = await participant.client.call("close_tab", { tab_name: review.tabName });
        assert.equal(answer.message, "TAB_CLOSED");
      }
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-10 close_tab after a decision does nothing",
    needs: [...needs, "close_tab", "accept"],
    async run(context) {
      const participant = await context.connect();
      const review = await context.review(participant, await context.file("decided.txt", oldText), newText);
      await review.accept(newText);
      const answer = await participant.client.call("close_tab", { tab_name: review.tabName });
      assert.equal(answer.message, "TAB_CLOSED");
    },
  },
  {
    title: "TOOL-01 A second proposal with the same name rejects and replaces the first",
    needs: [...needs, "accept"],
    async run(context) {
      const participant = await context.connect();
      const path = await context.file("replaced.txt", oldText);
      const tabName = tabNameFor(path);
      const first = await context.review(participant, path, newText, { tabName });
      participant.inbox.forget();
      const second = await context.send(participant, path, "one\ntwo, then\n", { tabName });
      await context.eventually(() => assert.ok(first.isAnswered, "The first proposal must be answered"));
      // Until progress on the second is reported (MCP-04), the visible view may still be the first one.
      await participant.inbox.find("progress on the second proposal", (each) =>
        each.kind === "other" && each.method === "notifications/progress" ? each : undefined,
      );
      await second.shown();
      await context.driver.accept(tabName);
      await first.expectRejected();
      await second.expectSaved("one\ntwo, then\n");
    },
  },
  {
    title: "TOOL-11 closeAllDiffTabs closes and counts only the caller's proposals",
    needs: [...needs, "closeAllDiffTabs", "accept"],
    async run(context) {
      const { mine, myReview, otherReview } = await twoReviews(context);
      const second = await context.review(mine, await context.file("second.txt", oldText), newText);
      assert.deepEqual(await mine.client.call("closeAllDiffTabs"), { closed: 2 });
      await myReview.expectRejected();
      await second.expectRejected();
      await otherReview.expectPending("by another client's closeAllDiffTabs");
      assert.deepEqual(await mine.client.call("closeAllDiffTabs"), { closed: 0 });
      await otherReview.accept(newText);
    },
  },
  {
    title: "TOOL-10 close_tab doesn't close another client's proposal",
    needs: [...needs, "close_tab", "accept"],
    async run(context) {
      const { mine, otherReview } = await twoReviews(context);
      await mine.client.call("close_tab", { tab_name: otherReview.tabName });
      await otherReview.expectPending("by another client's close_tab");
      await otherReview.accept(newText);
    },
  },
  {
    title: "TOOL-01 Two clients can use the same name, and each closes only its own proposal",
    needs: [...needs, "close_tab", "accept"],
    async run(context) {
      const [mine, other] = [await context.connect(), await context.connect()];
      const path = await context.file("namesakes.txt", oldText);
      const tabName = tabNameFor(path);
      const expectViews = (count: number) =>
        context.eventually(async () => {
          const names = (await context.driver.pendingReviews()).filter((name) => name === tabName);
          assert.equal(names.length, count, "The number of views with the shared name");
        });
      const myReview = await context.review(mine, path, newText, { tabName });
      const otherReview = await context.send(other, path, "one\ntwo, then\n", { tabName });
      await expectViews(2);
      await mine.client.call("close_tab", { tab_name: tabName });
      await expectViews(1);
      await myReview.expectUndecided();
      await otherReview.expectPending("by another client's close_tab of the same name");
      await context.driver.accept(tabName);
      await otherReview.expectSaved("one\ntwo, then\n");
    },
  },
  {
    title: "TOOL-01 A disconnect closes only that client's views",
    needs: [...needs, "accept"],
    async run(context) {
      const { mine, myReview, otherReview } = await twoReviews(context);
      await mine.client.close();
      await myReview.expectEnded();
      await otherReview.expectPending("when another client left");
      await otherReview.accept(newText);
    },
  },
  {
    title: "MCP-04 Cancelling a proposal closes it",
    needs,
    async run(context) {
      const participant = await context.connect();
      const cancel = new AbortController();
      const path = await context.file("cancelled.txt", oldText);
      const review = await context.review(participant, path, newText, { signal: cancel.signal });
      cancel.abort();
      await review.expectEnded();
    },
  },
];
