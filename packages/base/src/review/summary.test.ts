import { describe, expect, test } from "vitest";
import { nextInQueue, queuePosition } from "./queue.js";
import { acceptLabel, describeCounts, describeRecord } from "./summary.js";

const counts = { accepted: 0, rejected: 0, undecided: 0, added: 4, removed: 6 };

test.each([
  [{ ...counts, undecided: 4 }, "4 changes, +4 −6"],
  [{ ...counts, undecided: 1 }, "1 change, +4 −6"],
  [{ ...counts, accepted: 2, rejected: 1, undecided: 1 }, "2 accepted, 1 rejected, 1 left, +4 −6"],
  [{ ...counts, rejected: 1 }, "1 rejected, 0 left, +4 −6"],
])("describes %o", (given, text) => {
  expect(describeCounts(given)).toBe(text);
});

test("the label for accepting says what is accepted", () => {
  expect(acceptLabel({ accepted: 1, undecided: 1, rejected: 0 })).toBe("Accept");
  expect(acceptLabel({ accepted: 1, undecided: 1, rejected: 1 })).toBe("Accept 2 of 3 changes");
  expect(acceptLabel({ accepted: 0, undecided: 0, rejected: 3 })).toBe("Finish without accepting");
});

describe("a review that has ended", () => {
  const client = { id: "1", name: "claude-code", version: "2" };
  const record = { id: "r", client, path: "/w/src/cart.ts", endedAt: 0 };
  test.each([
    [{ outcome: "accepted", isWritten: true }, "Accepted. Claude Code wrote cart.ts."],
    [{ outcome: "accepted", isWritten: false }, "Accepted, but Claude Code has not written cart.ts."],
    [{ outcome: "accepted" }, "Accepted the edit to cart.ts."],
    [{ outcome: "rejected" }, "Rejected the edit to cart.ts."],
    [{ outcome: "withdrawn" }, "Claude Code withdrew its edit to cart.ts."],
  ] as const)("%o", (end, text) => {
    expect(describeRecord({ ...record, ...end }, "cart.ts")).toBe(text);
  });
});

describe("the queue", () => {
  const queue = [{ id: "a" }, { id: "b" }, { id: "c" }];
  test("continues with the next one, and wraps around", () => {
    expect(nextInQueue(queue, "a")?.id).toBe("b");
    expect(nextInQueue(queue, "c")?.id).toBe("a");
    expect(nextInQueue(queue, undefined)?.id).toBe("a");
    expect(nextInQueue([{ id: "a" }], "a")).toBeUndefined();
    expect(nextInQueue([], "a")).toBeUndefined();
  });

  test("says where a review is among several", () => {
    expect(queuePosition(queue, "b")).toBe("2 of 3");
    expect(queuePosition(queue, "gone")).toBe("");
    expect(queuePosition([{ id: "a" }], "a")).toBe("");
  });
});
