import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completeLine } from "./complete-line.js";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tandem-cli-"));
  mkdirSync(join(root, "src"));
  // The names that contain control characters aren't offered, because a terminal would interpret them.
  for (const name of ["a\u001b[2J.ts", "a\nb.ts", "a.ts", "src/d.ts", "src/e.ts"]) writeFileSync(join(root, name), "");
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ["re", ["reviews ", "reject ", "resume ", "restart ", "restore "], "re"],
  ["open a", ["a.ts"], "a"],
  ["open s", ["src/"], "s"],
  ["mention src/", ["src/d.ts", "src/e.ts"], "src/"],
  ["mention src/d", ["src/d.ts"], "src/d"],
  ["open ./a", ["./a.ts"], "./a"],
  ["open nothing/x", [], "nothing/x"],
  ["accept ", ["1", "12"], ""],
  ["accept 12", ["12"], "12"],
  ["allow ", ["3"], ""],
  ["deny 3", ["3"], "3"],
  ["restore ", ["7"], ""],
  ["status ", [], ""],
  ["nonsense x", [], "x"],
])("%j", (line, candidates, replaced) => {
  const [found, start] = completeLine(line, root, { reviews: [1, 12], code: [3], drafts: [7] });
  expect([found.sort(), start]).toEqual([[...candidates].sort(), replaced]);
});
