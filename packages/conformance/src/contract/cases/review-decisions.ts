/** What the user decides about a proposal, and what the client is answered (TOOL-01). */
import type { ContractCase } from "../case.js";

const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const newText = "one\n2\nthree\nfour\nfive\nsix\n7\neight\n";
const onlyFirst = "one\n2\nthree\nfour\nfive\nsix\nseven\neight\n";
const onlySecond = "one\ntwo\nthree\nfour\nfive\nsix\n7\neight\n";
const needs = ["openDiff", "pendingReviews"] as const;

export const reviewDecisionCases: readonly ContractCase[] = [
  {
    title: "TOOL-01 Accepting answers with exactly the proposal, and writes nothing",
    needs: [...needs, "accept"],
    async run(room) {
      const path = await room.file("accepted.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.accept(review.tabName);
      await review.expectSaved(newText);
    },
  },
  {
    title: "TOOL-01 Rejecting answers with the tab's name, and writes nothing",
    needs: [...needs, "reject"],
    async run(room) {
      const path = await room.file("rejected.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.reject(review.tabName);
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-01 Closing the view is a rejection",
    needs: [...needs, "closeReview"],
    async run(room) {
      const path = await room.file("closed.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.closeReview(review.tabName);
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-01 Closing the window that shows a proposal decides nothing: it waits for the next window",
    needs: [...needs, "accept", "reopenWindow"],
    async run(room) {
      const path = await room.file("window-closed.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.reopenWindow();
      await review.expectPending("when the window that showed it was closed");
      await room.hand.accept(review.tabName);
      await review.expectSaved(newText);
    },
  },
  {
    title: "TOOL-01 What the user makes of the proposal before accepting is what is answered",
    needs: [...needs, "editAndAccept"],
    async run(room) {
      const path = await room.file("edited.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      const edited = "one\n2, as I said\nthree 😀\n";
      await room.hand.editAndAccept(review.tabName, edited);
      await review.expectSaved(edited);
    },
  },
  {
    title: "TOOL-01 Accepting the first hunk only answers the old text with that change",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      const path = await room.file("first-hunk.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.acceptHunks(review.tabName, [0]);
      await review.expectSaved(onlyFirst);
    },
  },
  {
    title: "TOOL-01 Accepting the second hunk only answers the old text with that change",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      const path = await room.file("second-hunk.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.acceptHunks(review.tabName, [1]);
      await review.expectSaved(onlySecond);
    },
  },
  {
    title: "TOOL-01 Accepting every hunk is accepting the proposal",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      const path = await room.file("every-hunk.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.acceptHunks(review.tabName, [0, 1]);
      await review.expectSaved(newText);
    },
  },
  {
    title: "TOOL-01 Refusing every hunk is a rejection",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      const path = await room.file("no-hunk.txt", oldText);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.acceptHunks(review.tabName, []);
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-01 Two proposals of a client wait side by side and are decided in any order",
    needs: [...needs, "accept", "reject"],
    async run(room) {
      const client = await room.connect();
      const first = await room.review(client, await room.file("first.txt", oldText), newText);
      const second = await room.review(client, await room.file("second.txt", oldText), onlyFirst);
      await room.hand.accept(second.tabName);
      await second.expectSaved(onlyFirst);
      await first.expectPending("when another of the same client was accepted");
      await room.hand.reject(first.tabName);
      await first.expectRejected();
    },
  },
];
