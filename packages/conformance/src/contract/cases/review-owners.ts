/** A proposal belongs to the client that sent it (TOOL-01, TOOL-10, TOOL-11). */
import assert from "node:assert/strict";
import type { ContractCase } from "../case.js";
import { tabNameFor } from "../review.js";
import type { Room } from "../room.js";

const oldText = "one\ntwo\n";
const newText = "one\n2\n";
const needs = ["openDiff", "pendingReviews"] as const;

/** Two clients, each with a proposal that waits. */
async function twoReviews(room: Room) {
  const [mine, other] = [await room.connect(), await room.connect()];
  const myReview = await room.review(mine, await room.file("mine.txt", oldText), newText);
  const otherReview = await room.review(other, await room.file("other.txt", oldText), newText);
  return { mine, myReview, otherReview };
}

export const reviewOwnerCases: readonly ContractCase[] = [
  {
    title: "TOOL-10 close_tab rejects the pending proposal and closes its view, as often as it is asked",
    needs: [...needs, "close_tab"],
    async run(room) {
      const participant = await room.connect();
      const review = await room.review(participant, await room.file("closed.txt", oldText), newText);
      for (let i = 0; i < 2; i++) {
        const answer = await participant.client.call("close_tab", { tab_name: review.tabName });
        assert.equal(answer.message, "TAB_CLOSED");
      }
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-10 close_tab after a decision finds nothing to do",
    needs: [...needs, "close_tab", "accept"],
    async run(room) {
      const participant = await room.connect();
      const review = await room.review(participant, await room.file("decided.txt", oldText), newText);
      await room.hand.accept(review.tabName);
      await review.expectSaved(newText);
      const answer = await participant.client.call("close_tab", { tab_name: review.tabName });
      assert.equal(answer.message, "TAB_CLOSED");
    },
  },
  {
    title: "TOOL-01 A second proposal of the same name rejects the first and takes its place",
    needs: [...needs, "accept"],
    async run(room) {
      const participant = await room.connect();
      const path = await room.file("replaced.txt", oldText);
      const tabName = tabNameFor(path);
      const first = await room.review(participant, path, newText, { tabName });
      participant.inbox.forget();
      const second = await room.send(participant, path, "one\ntwo, then\n", { tabName });
      await room.eventually(() => assert.ok(first.isAnswered, "The first of the two must be answered"));
      // Until the progress of the second is told (MCP-04), the view that is seen may be the first one on its way out.
      await participant.inbox.find("that the second proposal waits for a decision", (told) =>
        told.kind === "other" && told.method === "notifications/progress" ? told : undefined,
      );
      await second.shown();
      await room.hand.accept(tabName);
      await first.expectRejected();
      await second.expectSaved("one\ntwo, then\n");
    },
  },
  {
    title: "TOOL-11 closeAllDiffTabs closes and counts the caller's own, and leaves those of another client",
    needs: [...needs, "closeAllDiffTabs", "accept"],
    async run(room) {
      const { mine, myReview, otherReview } = await twoReviews(room);
      const second = await room.review(mine, await room.file("second.txt", oldText), newText);
      assert.deepEqual(await mine.client.call("closeAllDiffTabs"), { closed: 2 });
      await myReview.expectRejected();
      await second.expectRejected();
      await otherReview.expectPending("by another client's closeAllDiffTabs");
      assert.deepEqual(await mine.client.call("closeAllDiffTabs"), { closed: 0 });
      await room.hand.accept(otherReview.tabName);
      await otherReview.expectSaved(newText);
    },
  },
  {
    title: "TOOL-10 close_tab leaves another client's proposal alone",
    needs: [...needs, "close_tab", "accept"],
    async run(room) {
      const { mine, otherReview } = await twoReviews(room);
      await mine.client.call("close_tab", { tab_name: otherReview.tabName });
      await otherReview.expectPending("by another client's close_tab");
      await room.hand.accept(otherReview.tabName);
      await otherReview.expectSaved(newText);
    },
  },
  {
    title: "TOOL-01 Two clients may use the same name, and each closes its own proposal by it",
    needs: [...needs, "close_tab", "accept"],
    async run(room) {
      const [mine, other] = [await room.connect(), await room.connect()];
      const path = await room.file("namesakes.txt", oldText);
      const tabName = tabNameFor(path);
      const expectViews = (count: number) =>
        room.eventually(async () => {
          const names = (await room.hand.pendingReviews()).filter((name) => name === tabName);
          assert.equal(names.length, count, "Views of the name that both clients use");
        });
      const myReview = await room.review(mine, path, newText, { tabName });
      const otherReview = await room.send(other, path, "one\ntwo, then\n", { tabName });
      await expectViews(2);
      await mine.client.call("close_tab", { tab_name: tabName });
      await expectViews(1);
      await myReview.expectUndecided();
      await otherReview.expectPending("by another client's close_tab of the same name");
      await room.hand.accept(tabName);
      await otherReview.expectSaved("one\ntwo, then\n");
    },
  },
  {
    title: "TOOL-01 A client that leaves takes its views along, and leaves those of the others",
    needs: [...needs, "accept"],
    async run(room) {
      const { mine, myReview, otherReview } = await twoReviews(room);
      await mine.client.close();
      await myReview.expectEnded();
      await otherReview.expectPending("when another client left");
      await room.hand.accept(otherReview.tabName);
      await otherReview.expectSaved(newText);
    },
  },
  {
    title: "MCP-04 A proposal that the client cancels is closed",
    needs,
    async run(room) {
      const participant = await room.connect();
      const cancel = new AbortController();
      const path = await room.file("cancelled.txt", oldText);
      const review = await room.review(participant, path, newText, { signal: cancel.signal });
      cancel.abort();
      await review.expectEnded();
    },
  },
];
