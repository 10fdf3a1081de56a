import { expect, test } from "vitest";
import { acceptLabel } from "./accept-label.js";

test("counts the remaining changes after a rejection", () => {
  const label = (accepted: number, undecided: number, rejected: number) =>
    acceptLabel({ accepted, undecided, rejected });
  expect([label(0, 3, 0), label(1, 1, 1), label(0, 0, 3)]).toEqual([
    "Accept",
    "Accept 2 of 3 changes",
    "Finish without accepting",
  ]);
  // An empty new file has no change to reject.
  expect(label(0, 0, 0)).toBe("Accept");
});
