import { expect, test } from "vitest";
import { shownWords } from "./shown-words.js";

/** How VS Code 1.139 finds links in messages and icons in labels. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /\$\([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:~[A-Za-z]+)?\)/;

test("a file's name in a message is no link that runs a command", () => {
  for (const name of [
    "[a](command:x)",
    "[a](https://x.example)",
    "[[a]](file:x)",
    '[a](command:x "b")',
    "]](command:x)",
  ]) {
    const message = shownWords(`[b ${name} has unsaved changes.`);
    expect(message).not.toMatch(link);
    expect(message.replaceAll("\u2060", "")).toBe(`[b ${name} has unsaved changes.`);
  }
});

test("a client's name in a list is no icon", () => {
  for (const name of ["$(zap)", "$$(zap)", "\\$(sync~spin)", "$(touch pwned)"]) {
    expect(shownWords(name)).not.toMatch(icon);
    expect(shownWords(name).replaceAll("\u2060", "")).toBe(name);
  }
});

test("what cannot be seen, or turns round what follows, is a sign that can be seen", () => {
  expect(shownWords("a\u202eb\r\nc\ud800")).toBe("a\uFFFDb c\uFFFD");
});
