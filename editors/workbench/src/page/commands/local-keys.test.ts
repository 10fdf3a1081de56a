/** The keyboard sheet has every key that the parts of the page handle. */
import { readFileSync } from "node:fs";
import { defaultKeymap, historyKeymap, standardKeymap } from "@codemirror/commands";
import { foldKeymap } from "@codemirror/language";
import { reviewKeys } from "@tandem-ide/codemirror";
import { expect, test } from "vitest";
import type { AppParts } from "../app-parts.js";
import { searchKeys } from "../editor/search-keys.js";
import { cellTextKeys } from "../notebook/cell-text-keys.js";
import { localKeys } from "./local-keys.js";
import { reviewCommands } from "./review-commands.js";

/** Modifiers in one order. */
const normal = (key: string) =>
  key
    .split(/-(?=.)/)
    .sort()
    .join("-");
const listed = (...parts: string[]) =>
  new Set(
    localKeys
      .filter(({ part }) => parts.length === 0 || parts.includes(part))
      .flatMap(({ rows }) => rows.flatMap(([_title, ...keys]) => keys.map(normal))),
  );

test("of a text: ours, and those of CodeMirror that aren't in every text field", () => {
  // These are commands, or move the page's own focus.
  const elsewhere = [
    "Mod-f",
    "Mod-h",
    "Mod-Alt-f",
    "Mod-g",
    "Mod-z",
    "Mod-y",
    "Mod-Shift-z",
    "Ctrl-Shift-z",
    "Mod-Alt-\\",
  ];
  const own = defaultKeymap.filter((binding) => !standardKeymap.includes(binding));
  const keys = [...searchKeys, ...own, ...historyKeymap, ...foldKeymap].flatMap(({ key, linux }) => linux ?? key ?? []);
  const missing = keys.filter((key) => !elsewhere.includes(key) && !listed("In a text editor").has(normal(key)));
  expect(missing).toEqual([]);
});

test("of a review: every key of the review is a command or listed", () => {
  const commands = reviewCommands({ reviews: {}, changes: {}, preferences: {} } as unknown as AppParts);
  const keys = new Set(commands.flatMap((command) => command.keys ?? []));
  expect(Object.values(reviewKeys).filter((key) => !keys.has(key) && !listed("In a review").has(normal(key)))).toEqual(
    [],
  );
});

test("of a notebook cell: its text and its selection", () => {
  const source = readFileSync(new URL("../notebook/cell-mode-keys.ts", import.meta.url), "utf8");
  const [plain = "", alt = ""] = source.split("altKeys:");
  const names = (text: string) => [...text.matchAll(/^ {2}(\w+): /gm)].map(([_all, name = ""]) => name);
  const notebook = { model: {}, selected: {}, go() {}, runSelected() {} } as unknown as Parameters<
    typeof cellTextKeys
  >[0];
  const keys = [
    ...names(plain),
    ...names(alt).map((name) => `Alt-${name}`),
    ...cellTextKeys(notebook).map(({ key }) => key ?? ""),
  ];
  expect(keys.length).toBeGreaterThan(15);
  expect(keys.filter((key) => !listed("In a notebook cell").has(normal(key)))).toEqual([]);
});

test.for([
  ["../tree/tree-keys.ts", "In the file tree and changes list"],
  ["../changes/change-list-keys.ts", "In the file tree and changes list"],
  ["../ui/tab-bar.tsx", "In the tab bar"],
] as const)("of %s", ([file, part]) => {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  const compared = [...source.matchAll(/(?:event\.key === |case )"([^"]+)"/g)].map(([_all, key = ""]) => key);
  const inTable = [...source.matchAll(/\b(Arrow\w+|Home|End|PageUp|PageDown): /g)].map(([_all, key = ""]) => key);
  const keys = [...compared, ...inTable].map((key) => (key === " " ? "Space" : key === "F10" ? "Shift-F10" : key));
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter((key) => !listed(part).has(normal(key)))).toEqual([]);
});
