import { describe, expect, test } from "vitest";
import type { EditorSelection } from "../../hub/editor.js";
import { mentionSerializer, selectionMessages } from "./notifications.js";

const one: EditorSelection = {
  path: "/w/a b.txt",
  text: "one",
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } },
};

const parsed = (bytes: Buffer) => JSON.parse(bytes.toString());
const messages = (...args: Parameters<typeof selectionMessages>) =>
  selectionMessages(...args).map(({ bytes }) => parsed(bytes));

describe("selection_changed (NOT-01)", () => {
  test("has the text, the file as path and as URL, and the range with isEmpty", () => {
    expect(messages(one, false)).toEqual([
      {
        jsonrpc: "2.0",
        method: "selection_changed",
        params: {
          text: "one",
          filePath: "/w/a b.txt",
          fileUrl: "file:///w/a%20b.txt",
          selection: { ...one.range, isEmpty: false },
        },
      },
    ]);
  });

  test("without a file it clears the client's indicator", () => {
    const nowhere = { line: 0, character: 0 };
    expect(messages(undefined, true).map(({ params }) => params)).toEqual([
      { text: "", selection: { start: nowhere, end: nowhere, isEmpty: true } },
    ]);
  });

  test("workspace/didChangeActiveEditor is sent in addition if enabled, and isn't a state (NOT-04)", () => {
    const all = selectionMessages(one, true);
    expect(all.map(({ isState }) => isState)).toEqual([true, false]);
    expect(all[1] && parsed(all[1].bytes)).toMatchObject({
      method: "workspace/didChangeActiveEditor",
      params: { filePath: "/w/a b.txt", text: "one", range: one.range },
    });
  });
});

describe("at_mentioned (NOT-02)", () => {
  test("a range has 0-based lines, and a whole file has none, because clients drop messages with null", () => {
    const serialize = mentionSerializer();
    const lines = parsed(serialize({ path: "/w/a.txt", lines: { start: 4, end: 6 } })).params;
    expect(lines).toEqual({ filePath: "/w/a.txt", lineStart: 4, lineEnd: 6 });
    expect(Object.keys(parsed(serialize({ path: "/w/b c.txt" })).params)).toEqual(["filePath"]);
  });

  test("the same mention is serialised once for all clients", () => {
    const serialize = mentionSerializer();
    const mention = { path: "/w/a.txt" };
    expect(serialize(mention)).toBe(serialize(mention));
    expect(serialize({ path: "/w/b.txt" })).not.toBe(serialize(mention));
  });
});
