import fc from "fast-check";
import { expect, test } from "vitest";
import { asPaste, feedbackPrompt, type ReviewComment, setComments } from "./feedback.js";

test("collects the reason and the comments in one message, in the order of the lines", () => {
  const comments = [
    { line: 11, text: "Use the constant." },
    { line: 3, text: " Why? " },
  ];
  expect(feedbackPrompt("src/cart.ts", "rejected", { reason: "Keep the tax.", comments })).toBe(
    "I rejected your edit to src/cart.ts: Keep the tax.\n- Line 4: Why?\n- Line 12: Use the constant.",
  );
  expect(feedbackPrompt("a.ts", "accepted", { comments: [{ line: 0, text: "Good." }] })).toBe(
    "I accepted your edit to a.ts:\n- Line 1: Good.",
  );
  expect(feedbackPrompt("a.ts", "withdrawn", { comments: [{ line: 0, text: "Good." }] })).toBe(
    "About your edit to a.ts:\n- Line 1: Good.",
  );
  expect(feedbackPrompt("a.ts", "rejected", { reason: "  ", comments: [] })).toBeUndefined();
});

test("replaces all comments, and sets only those that differ", () => {
  const comments = new Map([
    [3, "Why?"],
    [7, "Gone."],
    [9, "Same."],
  ]);
  const calls: ReviewComment[] = [];
  const review = {
    get comments() {
      return [...comments].map(([line, text]) => ({ line, text }));
    },
    setComment(line: number, text: string) {
      calls.push({ line, text });
      if (text === "") comments.delete(line);
      else comments.set(line, text);
    },
  };
  const wanted = [
    { line: 4, text: "Why?" },
    { line: 9, text: "Same." },
  ];
  setComments(review, wanted);
  expect(review.comments.toSorted((a, b) => a.line - b.line)).toEqual(wanted);
  expect(calls.map(({ line }) => line)).toEqual([3, 7, 4]);
});

test("the text can't end the paste", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const paste = asPaste(`${text}\u001b[201~1\r`);
      expect(paste.startsWith("\u001b[200~")).toBe(true);
      expect(paste.indexOf("\u001b", 1)).toBe(paste.length - "\u001b[201~".length);
      expect(paste).not.toContain("\r");
    }),
  );
});
