import { expect, test } from "vitest";
import { describeMention, linesLabel } from "./mention-message.js";

test("labels lines with numbers from 1", () => {
  expect(linesLabel({ start: 2, end: 6 })).toBe("3-7");
  expect(linesLabel({ start: 0, end: 0 })).toBe("1");
});

test("says to how many sessions a mention was sent", () => {
  const lines = { start: 2, end: 6 };
  expect(describeMention("a.ts", lines, { status: "sent", clients: 1 }).text).toBe("Mentioned a.ts:3-7 in Claude.");
  expect(describeMention("a.ts", undefined, { status: "sent", clients: 2 }).text).toBe(
    "Mentioned a.ts in 2 Claude sessions.",
  );
});

test("says why a mention is queued or was refused", () => {
  expect(describeMention("a.ts", undefined, { status: "queued" }).text).toContain("Claude isn't connected");
  const hidden = describeMention(".env", undefined, { status: "hidden", reason: "it matches a rule" });
  expect(hidden).toMatchObject({ kind: "warning", text: expect.stringContaining("it matches a rule") });
});
