import { expect, test } from "vitest";
import { show } from "./show.js";

test("shows what follows a long path: a long temporary folder hid the fault that a check found", () => {
  const filePath = `/tmp/${"a-long-name/".repeat(20)}a.txt`;
  const shown = show({ filePath, fileUrl: `file://${filePath}`, selection: { start: { line: 0, character: 6 } } });
  expect(shown).toContain('"character":6');
  expect(shown).toMatch(/"filePath":"\/tmp\/a-long-name.*….*\/a\.txt"/);
});

test("shortens a long text at its end", () => {
  expect(show("x".repeat(5000))).toMatch(/^"x{300,}…$/);
});
