/** Random user actions in a real browser. */
import { decideHunk, startReview } from "@tandem-ide/base/review";
import { applyHunks } from "@tandem-ide/base/testing";
import fc from "fast-check";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { layouts, reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

const lines = fc.array(fc.constantFrom("", "a", "b", "long ".repeat(40), "😀", "\te"), { maxLength: 15 });
// Enough lines between the two halves to fold.
const filler = Array.from({ length: 110 }, (_, index) => `same ${index}`);
const texts = fc.tuple(lines, fc.boolean(), lines).map(([top, isLong, bottom]) => {
  return [...top, ...(isLong ? filler : []), ...bottom].join("\n");
});
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom("accept", "reject", "take-back"), at: fc.nat(1000) }),
    fc.record({ kind: fc.constantFrom("type", "delete", "newline", "unfold", "outside"), at: fc.nat(1000) }),
    fc.record({ kind: fc.constantFrom("undo", "redo", "layout", "next", "previous"), at: fc.constant(0) }),
  ),
  { maxLength: 14 },
);

describe("a review in Chromium", () => {
  const on = reviewDriver();

  test("after any actions has hunks that lead from its base to its text, and a button for each", async () => {
    // Shrinking in a browser takes minutes. Use the printed seed to reproduce a case.
    await fc.assert(
      fc.asyncProperty(
        texts,
        texts,
        steps,
        fc.constantFrom(...layouts),
        fc.boolean(),
        async (base, result, all, layout, isWrapping) => {
          await on.open({ base, result, layout, isWrapping });
          // As another window may leave it, with the first hunk rejected.
          const outside = decideHunk(startReview(base, result), 0, "rejected");
          for (const { kind, at } of all) {
            const now = await on.page.evaluate(
              async ([kind, at, outside]) => {
                const { review } = window.page;
                const { editor, hunks } = review;
                const { doc } = editor.state;
                const from = at % (doc.length + 1);
                const press = (key: string) =>
                  editor.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true }));
                if (kind === "accept" && hunks.length > 0) review.acceptHunk(at % hunks.length);
                if (kind === "reject" && hunks.length > 0) review.rejectHunk(at % hunks.length);
                if (kind === "type") editor.dispatch({ changes: { from, insert: "x" } });
                if (kind === "newline") editor.dispatch({ changes: { from, insert: "\n" } });
                if (kind === "delete") editor.dispatch({ changes: { from, to: Math.min(doc.length, from + 30) } });
                if (kind === "take-back" && hunks.length > 0) review.decideHunk("undecided", at % hunks.length);
                if (kind === "outside") review.setState(outside);
                if (kind === "unfold") document.querySelector<HTMLElement>(".cm-collapsedLines")?.click();
                if (kind === "undo") press("z");
                if (kind === "redo") press("y");
                if (kind === "layout") review.setLayout(review.layout === "unified" ? "side-by-side" : "unified");
                if (kind === "next") review.nextChange();
                if (kind === "previous") review.previousChange();
                await window.page.settle();
                review.nextChange();
                review.previousChange();
                await window.page.settle();
                const current = review.currentHunk;
                return {
                  text: review.text,
                  base: review.baseText,
                  hunks: review.hunks,
                  current,
                  hasButtons: document.querySelectorAll(`.tandem-hunk-button[data-hunk="${current}"]`).length,
                  left: document.querySelector(".tandem-review-base") ? "side-by-side" : "unified",
                  layout: review.layout,
                };
              },
              [kind, at, outside] as const,
            );
            expect(applyHunks(now.base, now.text, now.hunks, () => true)).toBe(now.text);
            expect(applyHunks(now.base, now.text, now.hunks, () => false)).toBe(now.base);
            expect(now.base).toBe(base);
            const decision = now.hunks[now.current]?.decision;
            if (now.hunks.some((hunk) => hunk.decision === "undecided")) expect(decision).toBe("undecided");
            if (decision) expect(now.hasButtons).toBe(decision === "undecided" ? 2 : 1);
            expect(now.left).toBe(now.layout);
            if (now.layout === "side-by-side") {
              const uneven = await on.unevenLines();
              expect(uneven.filter((each) => each !== "no unchanged lines")).toEqual([]);
            }
          }
          expect(on.errors).toEqual([]);
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
  }, 120_000);
});
