import { expect, test } from "vitest";
import { describeMention, linesLabel } from "./mention-words.js";

test("lines are said as people count them", () => {
  expect(linesLabel({ start: 2, end: 6 })).toBe("3-7");
  expect(linesLabel({ start: 0, end: 0 })).toBe("1");
});

test("a mention says to how many it went", () => {
  const lines = { start: 2, end: 6 };
  expect(describeMention("a.ts", lines, { status: "sent", clients: 1 }).text).toBe("Mentioned a.ts:3-7 to 1 client.");
  expect(describeMention("a.ts", undefined, { status: "sent", clients: 2 }).text).toBe("Mentioned a.ts to 2 clients.");
});

test("a mention that waits, or was withheld, says why", () => {
  expect(describeMention("a.ts", undefined, { status: "queued" }).text).toContain("No Claude is connected yet");
  const withheld = describeMention(".env", undefined, { status: "withheld", reason: "a rule withholds it" });
  expect(withheld).toMatchObject({ kind: "warning", text: expect.stringContaining("a rule withholds it") });
});
