import type { Discovery, FoundEditor } from "@tandem-ide/client";
import { createColors } from "picocolors";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { formatEditors } from "./ls.js";

function editor(
  port: number,
  name: string,
  folder: string,
  status: FoundEditor["status"],
  more: FoundEditor["lock"] = {},
): FoundEditor {
  const directory = { path: "/h/.claude/ide", isReadByClaude: true, exists: true };
  const lock = { workspaceFolders: [folder], ...more };
  return { lockFile: "", directory, port, host: "127.0.0.1", name, modified: new Date(), lock, status };
}

const ready = { usable: true, code: "ok", message: "can be used", counts: true } as const;
const gone = {
  usable: false,
  code: "dead-pid",
  message: "It is gone: its process has exited.",
  counts: false,
} as const;

function discovery(editors: FoundEditor[], chosen: FoundEditor): Discovery {
  const choice = { editor: chosen, code: "only-match", reason: "" } as const;
  return { cwd: "/w", directories: [], editors, problems: [], choice };
}

test("shows a line for each editor, with a mark or a reason", () => {
  const own = editor(41234, "Tandem", "/w", ready);
  const other = editor(10001, "Neovim", "/x", gone);
  const lines = formatEditors(discovery([own, other], own), { colors: createColors(false), columns: 80 });
  expect(lines).toEqual([
    "    PORT  EDITOR  STATE  FOLDER",
    "→  41234  Tandem  ready  /w",
    "   10001  Neovim  gone   /x",
    "          It is gone: its process has exited.",
  ]);
});

test("shows what workspace requests may do", () => {
  const own = editor(41234, "Tandem", "/w", ready, { workspaceRequests: "write" });
  const other = editor(10001, "Neovim", "/x", gone, { workspaceRequests: "ask" });
  const silent = editor(10002, "Another", "/y", ready);
  const lines = formatEditors(discovery([own, other, silent], own), { colors: createColors(false), columns: 80 });
  expect(lines).toEqual([
    "    PORT  EDITOR   STATE  FOLDER",
    "→  41234  Tandem   ready  /w",
    "          workspace requests: write without asking",
    "   10001  Neovim   gone   /x",
    "          It is gone: its process has exited.",
    "          workspace requests: ask first",
    "   10002  Another  ready  /y",
  ]);
});

test("fits into 80 columns, and untrusted text can't control the screen", () => {
  const long = editor(
    41234,
    "An editor \u001b[2J with a very long name ".repeat(3),
    `/home${"/folder".repeat(20)}`,
    ready,
  );
  const lines = formatEditors(discovery([long], long), { colors: createColors(false), columns: 80 });
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  expect(lines.join()).not.toContain("\u001b");
  expect(lines[1]).toMatch(/folder\/folder$/);
});
