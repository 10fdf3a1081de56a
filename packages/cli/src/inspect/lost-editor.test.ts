import type { Entry } from "@tandem-ide/inspector";
import { expect, test } from "vitest";
import { lostEditor } from "./lost-editor.js";

const refused = (status: number | null): Entry => ({
  t: 0,
  connection: 1,
  refused: { status, words: "no", headers: {} },
});
const open: Entry = { t: 0, connection: 1, open: { headers: {}, protocol: "mcp" } };

test("warns once when the editor is gone, and again after it was back", () => {
  const lost = lostEditor({ name: "Neovim", port: 41234 });
  expect(lost(open)).toBeUndefined();
  expect(lost(refused(null))).toContain("Can't reach Neovim on port 41234. If it was restarted, type quit");
  expect(lost(refused(null))).toBeUndefined();
  expect(lost(open)).toBeUndefined();
  expect(lost(refused(401))).toContain("no longer accepts the token in its lock file");
});

test("doesn't warn about other refusals", () => {
  const lost = lostEditor({ name: "Neovim", port: 41234 });
  expect(lost(refused(503))).toBeUndefined();
});
