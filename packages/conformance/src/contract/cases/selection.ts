/** Selections that the client gets (NOT-01, TOOL-03, TOOL-04). */
import assert from "node:assert/strict";
import type { TextRange } from "@tandem-ide/base";
import { toFileUri } from "@tandem-ide/protocol";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";

/** `span(0, 3, 1, 2)` is from line 0, character 3 to line 1, character 2. */
export function span(startLine: number, startCharacter: number, endLine: number, endCharacter: number): TextRange {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}

/** Returns the range of a piece of text in a line. */
export function rangeOf(piece: string, text: string, line = 0): TextRange {
  const start = text.indexOf(piece);
  return span(line, start, line, start + piece.length);
}

/** Opens a file, selects text, and expects exactly this notification. */
async function expectReported(context: CaseContext, content: string, range: TextRange, text: string): Promise<void> {
  const path = await context.openFile("selected.txt", content);
  const { inbox } = await context.listener();
  await context.driver.select(path, range);
  const { value } = await inbox.selection({ path, text, range });
  assert.equal(value.selection.isEmpty, text === "");
}

/** Makes a case in which a tool must return the same selection as the notification. */
function agreement(title: ContractCase["title"], tool: "getCurrentSelection" | "getLatestSelection"): ContractCase {
  return {
    title,
    needs: [tool],
    async run(context) {
      const path = await context.openFile("asked.txt", "first 😀 line\nsecond line\n");
      const { inbox, client } = await context.listener();
      const range = span(0, 6, 1, 6);
      await context.driver.select(path, range);
      const { value } = await inbox.selection({ path, text: "😀 line\nsecond", range });
      assert.deepEqual(await client.call(tool), { success: true, ...value });
    },
  };
}

export const selectionCases: readonly ContractCase[] = [
  {
    title: "NOT-01 A selection is sent with absolute path, file URL, range and text",
    async run(context) {
      const path = await context.openFile("lines.txt", "first line\nsecond line\nthird line\n");
      const { inbox } = await context.listener();
      const range = span(1, 7, 2, 5);
      await context.driver.select(path, range);
      const { value } = await inbox.selection({ path, text: "line\nthird", range });
      assert.equal(value.fileUrl, toFileUri(path));
      assert.equal(value.selection.isEmpty, false);
    },
  },
  {
    title: "NOT-01 Columns count UTF-16 code units after emoji, wide and combining characters",
    async run(context) {
      const line = "\t😀 世界 e\u0301 𝒳 👩‍💻 tail";
      await expectReported(context, `${line}\nnext\n`, rangeOf("tail", line), "tail");
    },
  },
  {
    title: "NOT-01 An emoji is two units wide",
    run: (context) => expectReported(context, "plain\nsome 😀 face\n", span(1, 5, 1, 7), "😀"),
  },
  {
    title: "NOT-01 In a CRLF file, columns don't count the CR, and the text has LF",
    run: (context) => expectReported(context, "one\r\ntwo\r\nthree\r\nfour\r\n", span(1, 0, 2, 5), "two\nthree"),
  },
  {
    title: "NOT-01 U+FEFF inside a text is an ordinary character, even at the start of the selection",
    run: (context) => expectReported(context, "one \uFEFFtwo\n", span(0, 4, 0, 8), "\uFEFFtwo"),
  },
  {
    title: "NOT-01 A byte-order mark doesn't count as a character",
    run: (context) => expectReported(context, "\uFEFFfirst\nsecond\n", span(0, 0, 0, 5), "first"),
  },
  {
    title: "NOT-01 A selection can reach the end of a text without a final newline",
    run: (context) => expectReported(context, "one\ntwo", span(0, 1, 1, 3), "ne\ntwo"),
  },
  {
    title: "NOT-01 The cursor alone is sent as an empty range without text",
    run: (context) => expectReported(context, "one\ntwo\nthree\n", span(2, 3, 2, 3), ""),
  },
  {
    title: "NOT-01 A path with spaces and special characters is sent unchanged, and its URL percent-encoded",
    async run(context) {
      const path = await context.openFile("a folder/$HOME #1 (50%) 'ü' 文.txt", "one\ntwo\n");
      const { inbox } = await context.listener();
      const range = span(0, 0, 0, 3);
      await context.driver.select(path, range);
      const { value } = await inbox.selection({ path, text: "one", range });
      assert.equal(value.fileUrl, toFileUri(path));
    },
  },
  {
    title: "NOT-01 Typing sends the new cursor position",
    needs: ["type"],
    async run(context) {
      const path = await context.openFile("typed.txt", "one\ntwo\n");
      const { inbox } = await context.listener();
      await context.driver.select(path, span(1, 0, 1, 0));
      await context.driver.type("😀 new ");
      await inbox.selection({ path, text: "", range: span(1, 7, 1, 7) });
    },
  },
  agreement("TOOL-03 getCurrentSelection matches the notification", "getCurrentSelection"),
  agreement("TOOL-04 getLatestSelection matches the notification", "getLatestSelection"),
];
