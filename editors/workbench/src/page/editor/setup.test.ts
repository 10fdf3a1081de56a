import { expect, test } from "vitest";
import { hasHugeLine } from "./setup.js";

test("finds a huge line at any position, and ignores many short ones", () => {
  const short = "x".repeat(9_999);
  const huge = "x".repeat(10_002);
  for (const text of [huge, `${huge}\na`, `a\n${huge}`, `${short}\n${huge}\n${short}`])
    expect(hasHugeLine(text)).toBe(true);
  for (const text of ["", "\n", short, `${short}\n${short}\n${short}`, "a\n".repeat(100_000)])
    expect(hasHugeLine(text)).toBe(false);
});
