import type { Entry } from "@tandem/inspector";
import { expect, test } from "vitest";
import { lostEditor } from "./lost-editor.js";

const refused = (status: number | null): Entry => ({
  t: 0,
  connection: 1,
  refused: { status, words: "no", headers: {} },
});
const open: Entry = { t: 0, connection: 1, open: { headers: {}, protocol: "mcp" } };

test("an editor that is gone is told once, with what to do, and again when it was back meanwhile", () => {
  const lost = lostEditor({ name: "Neovim", port: 41234 });
  expect(lost(open)).toBeUndefined();
  expect(lost(refused(null))).toContain("Neovim cannot be reached on port 41234. If it was started anew, end this");
  expect(lost(refused(null))).toBeUndefined();
  expect(lost(open)).toBeUndefined();
  expect(lost(refused(401))).toContain("does not take the token of its lock any more");
});

test("another no of the editor is its own affair", () => {
  const lost = lostEditor({ name: "Neovim", port: 41234 });
  expect(lost(refused(503))).toBeUndefined();
});
