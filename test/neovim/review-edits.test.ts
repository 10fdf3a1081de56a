/** The buffer edits that result from deciding on changes, with a fake Neovim. */
import { FakeClock } from "@tandem-ide/base/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toBuffer } from "../../editors/neovim/src/buffer-text.js";
import { Reviews } from "../../editors/neovim/src/reviews.js";
import { PendingReview } from "../../packages/server/src/hub/reviews/review.js";
import { eventually } from "../eventually.js";

test("shows the proposal again if the client can't accept empty text (a fake Neovim)", async () => {
  const calls: [string, unknown][] = [];
  const call = (method: string, params: unknown) => {
    calls.push([method, params]);
  };
  const bridge = { call: async (method: string, params: unknown) => call(method, params) as never, notify: call };
  const reviews = new Reviews({ bridge, clock: new FakeClock(), isHidden: () => false, accepted: () => {} });
  const client = { id: "1", name: "Some agent", version: "1" };
  const facts = {
    id: "r",
    client,
    path: "/a",
    oldPath: "/a",
    tabName: "t",
    isNewFile: false,
    hasUnsavedChanges: false,
  };
  const review = new PendingReview({ ...facts, oldText: "a\n", newText: "b\n" }, "non-empty text", () => {});
  const decided = reviews.review(review);
  reviews.decided(review, { id: "r", accepted: true, content: { text: "", isEmpty: true }, choices: [], comments: [] });
  const message = "Some agent does not support emptying a file. Reject the changes, or keep at least one line.";
  await eventually(() => expect(calls.map(([method]) => method)).toEqual(["open_review", "notify", "open_review"]));
  expect(calls[1]?.[1]).toEqual({ level: "warn", message });
  reviews.decided(review, {
    id: "r",
    accepted: true,
    content: { text: "c", isEmpty: false },
    choices: [],
    comments: [],
  });
  expect(await decided).toEqual({ accepted: true, text: "c\n" });
});

test("the edits for any text and choices produce the result (a fake Neovim)", () => {
  const bridge = { call: async () => undefined as never, notify: () => {} };
  const reviews = new Reviews({ bridge, clock: new FakeClock(), isHidden: () => false, accepted: () => {} });
  const client = { id: "1", name: "claude-code", version: "1" };
  const facts = {
    id: "r",
    client,
    path: "/a",
    oldPath: "/a",
    tabName: "t",
    isNewFile: false,
    hasUnsavedChanges: false,
  };
  const text = fc.array(fc.constantFrom("", "a", "b", "c"), { maxLength: 9 }).map((lines) => lines.join("\n"));
  const choice = fc.record({
    decision: fc.constantFrom("accepted" as const, "rejected" as const),
    side: fc.constantFrom("old" as const, "new" as const),
    first: fc.integer({ min: 1, max: 9 }),
    last: fc.integer({ min: 1, max: 9 }),
    isRange: fc.boolean(),
  });
  const steps = fc.array(fc.record({ typed: fc.option(text), choices: fc.array(choice, { maxLength: 3 }) }));
  const linesOf = (whole: string) => (whole === "" ? [] : toBuffer(whole).text.split("\n"));
  fc.assert(
    fc.property(text, text, steps, (oldText, newText, all) => {
      const review = new PendingReview({ ...facts, oldText, newText }, "text", () => {});
      for (const { typed, choices } of all) {
        const whole = typed ?? review.result;
        const answer = reviews.update(review, { content: toBuffer(whole), choices, isReset: false });
        const expected = review.result;
        const lines = answer.edits.reduce(
          (now, edit) => [...now.slice(0, edit.first), ...edit.lines, ...now.slice(edit.last)],
          linesOf(expected),
        );
        expect(review.result).toBe(expected);
        reviews.applied(review);
        expect(lines).toEqual(linesOf(review.result));
        expect(answer.eol).toBe(toBuffer(review.result).eol);
      }
    }),
    { numRuns: 1000 },
  );
});
