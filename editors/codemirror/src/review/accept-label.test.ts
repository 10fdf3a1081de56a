import { expect, test } from "vitest";
import { acceptLabel } from "./accept-label.js";

test("the button says how much is accepted once something was refused", () => {
  expect(acceptLabel(3, 3)).toBe("Accept");
  expect(acceptLabel(3, 2)).toBe("Accept 2 of 3 changes");
  expect(acceptLabel(3, undefined)).toBe("Accept");
  expect(acceptLabel(3, 0)).toBe("Done: nothing accepted");
  expect(acceptLabel(0, 0)).toBe("Accept");
});
