/** The user's decisions on a proposal, and the responses that the client gets (TOOL-01). */

import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import type { Awaitable, OptionalVerb } from "../driver.js";

const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const newText = "one\n2\nthree\nfour\nfive\nsix\n7\neight\n";
const onlyFirst = "one\n2\nthree\nfour\nfive\nsix\nseven\neight\n";
const onlySecond = "one\ntwo\nthree\nfour\nfive\nsix\n7\neight\n";
const edited = "one\n2, as I said\nthree 😀\n";
const needs = ["openDiff", "pendingReviews"] as const;

/** Makes a case in which the user decides on a proposal, and expects this text or, without one, a rejection. */
function decision(
  title: ContractCase["title"],
  verb: OptionalVerb,
  decide: (driver: CaseContext["driver"], tabName: string) => Awaitable<unknown>,
  expected?: string,
): ContractCase {
  return {
    title,
    needs: [...needs, verb],
    async run(context) {
      const path = await context.file("decided.txt", oldText);
      const review = await context.review(await context.connect(), path, newText);
      await decide(context.driver, review.tabName);
      if (expected === undefined) await review.expectRejected();
      else await review.expectSaved(expected);
    },
  };
}

const acceptHunks = (indexes: readonly number[]) => (driver: CaseContext["driver"], tabName: string) =>
  driver.acceptHunks(tabName, indexes);

export const reviewDecisionCases: readonly ContractCase[] = [
  decision(
    "TOOL-01 Accepting returns exactly the proposal and writes nothing",
    "accept",
    (driver, name) => driver.accept(name),
    newText,
  ),
  decision("TOOL-01 Rejecting returns the tab name and writes nothing", "reject", (driver, name) =>
    driver.reject(name),
  ),
  decision("TOOL-01 Closing the view rejects the proposal", "closeReview", (driver, name) => driver.closeReview(name)),
  {
    title: "TOOL-01 Closing the window of a review decides nothing, and the next window shows it",
    needs: [...needs, "accept", "reopenWindow"],
    async run(context) {
      const path = await context.file("window-closed.txt", oldText);
      const review = await context.review(await context.connect(), path, newText);
      await context.driver.reopenWindow();
      await review.expectShownAgain("when the window that showed it was closed");
      await review.accept(newText);
    },
  },
  decision(
    "TOOL-01 Edits to the proposal are part of the accepted text",
    "editAndAccept",
    (driver, name) => driver.editAndAccept(name, edited),
    edited,
  ),
  decision(
    "TOOL-01 Accepting only the first hunk returns the old text with that change",
    "acceptHunks",
    acceptHunks([0]),
    onlyFirst,
  ),
  decision(
    "TOOL-01 Accepting only the second hunk returns the old text with that change",
    "acceptHunks",
    acceptHunks([1]),
    onlySecond,
  ),
  decision("TOOL-01 Accepting every hunk accepts the proposal", "acceptHunks", acceptHunks([0, 1]), newText),
  decision("TOOL-01 Rejecting every hunk rejects the proposal", "acceptHunks", acceptHunks([])),
  {
    title: "TOOL-01 Two proposals of a client can be decided in any order",
    needs: [...needs, "accept", "reject"],
    async run(context) {
      const client = await context.connect();
      const first = await context.review(client, await context.file("first.txt", oldText), newText);
      const second = await context.review(client, await context.file("second.txt", oldText), onlyFirst);
      await second.accept(onlyFirst);
      await first.expectPending("when another of the same client was accepted");
      await first.reject();
    },
  },
];
