import { expect, test } from "vitest";
import { acceptLabel } from "./accept-label.js";

test("says how many changes are left, once one was rejected", () => {
  const label = (accepted: number, undecided: number, rejected: number) =>
    acceptLabel({ accepted, undecided, rejected });
  expect([label(0, 3, 0), label(1, 1, 1), label(0, 0, 3)]).toEqual([
    "Accept",
    "Accept 2 of 3 changes",
    "Done: nothing accepted",
  ]);
  // A new file without a line has no change to reject.
  expect(label(0, 0, 0)).toBe("Accept");
});
