import { expect, test } from "vitest";
import { displayText } from "./display-text.js";

/** How VS Code 1.139 finds links in messages and icons in labels. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /\$\([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:~[A-Za-z]+)?\)/;

test("a file name in a message can't become a command link", () => {
  for (const name of [
    "[a](command:x)",
    "[a](https://x.example)",
    "[[a]](file:x)",
    '[a](command:x "b")',
    "]](command:x)",
  ]) {
    const message = displayText(`[b ${name} has unsaved changes.`);
    expect(message).not.toMatch(link);
    expect(message.replaceAll("\u2060", "")).toBe(`[b ${name} has unsaved changes.`);
  }
});

test("a client name in a list can't become an icon", () => {
  for (const name of ["$(zap)", "$$(zap)", "\\$(sync~spin)", "$(touch pwned)"]) {
    expect(displayText(name)).not.toMatch(icon);
    expect(displayText(name).replaceAll("\u2060", "")).toBe(name);
  }
});

test("replaces invisible and bidirectional characters", () => {
  expect(displayText("a\u202eb\r\nc\ud800")).toBe("a\uFFFDb c\uFFFD");
});
