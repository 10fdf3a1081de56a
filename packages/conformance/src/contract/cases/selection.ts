/** What the client is told of a selection (NOT-01, TOOL-03, TOOL-04). */
import assert from "node:assert/strict";
import type { TextRange } from "@tandem/base";
import { toFileUri } from "@tandem/protocol";
import type { ContractCase } from "../case.js";
import type { Room } from "../room.js";

/** `span(0, 3, 1, 2)` is from line 0, character 3 to line 1, character 2. */
export function span(startLine: number, startCharacter: number, endLine: number, endCharacter: number): TextRange {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}

/** The place of a piece of text in a line. */
export function placeOf(piece: string, text: string, line = 0): TextRange {
  const start = text.indexOf(piece);
  return span(line, start, line, start + piece.length);
}

/** Opens a file, selects, and expects the client to be told exactly that. */
async function expectTold(room: Room, content: string, range: TextRange, text: string): Promise<void> {
  const path = await room.openFile("selected.txt", content);
  const { inbox } = await room.listener();
  await room.hand.select(path, range);
  const { value } = await inbox.selection({ path, text, range });
  assert.equal(value.selection.isEmpty, text === "");
}

export const selectionCases: readonly ContractCase[] = [
  {
    title: "NOT-01 A selection reaches the client: absolute path, file URL, range and text",
    async run(room) {
      const path = await room.openFile("lines.txt", "first line\nsecond line\nthird line\n");
      const { inbox } = await room.listener();
      const range = span(1, 7, 2, 5);
      await room.hand.select(path, range);
      const { value } = await inbox.selection({ path, text: "line\nthird", range });
      assert.equal(value.fileUrl, toFileUri(path));
      assert.equal(value.selection.isEmpty, false);
    },
  },
  {
    title: "NOT-01 Columns count UTF-16 code units, past emoji, wide and combining characters",
    async run(room) {
      const line = "\t😀 世界 e\u0301 𝒳 👩‍💻 tail";
      await expectTold(room, `${line}\nnext\n`, placeOf("tail", line), "tail");
    },
  },
  {
    title: "NOT-01 An emoji itself is two units wide",
    async run(room) {
      await expectTold(room, "plain\nsome 😀 face\n", span(1, 5, 1, 7), "😀");
    },
  },
  {
    title: "NOT-01 In a file with CRLF ends the CR is no character, and the text has LF",
    async run(room) {
      await expectTold(room, "one\r\ntwo\r\nthree\r\nfour\r\n", span(1, 0, 2, 5), "two\nthree");
    },
  },
  {
    title: "NOT-01 U+FEFF inside a text is a character like any other, also where the selection begins with it",
    async run(room) {
      await expectTold(room, "one \uFEFFtwo\n", span(0, 4, 0, 8), "\uFEFFtwo");
    },
  },
  {
    title: "NOT-01 A byte-order mark is no character of the first line",
    async run(room) {
      await expectTold(room, "\uFEFFfirst\nsecond\n", span(0, 0, 0, 5), "first");
    },
  },
  {
    title: "NOT-01 A selection may reach the end of a text without a final newline",
    async run(room) {
      await expectTold(room, "one\ntwo", span(0, 1, 1, 3), "ne\ntwo");
    },
  },
  {
    title: "NOT-01 The cursor alone is told as an empty range without text",
    async run(room) {
      await expectTold(room, "one\ntwo\nthree\n", span(2, 3, 2, 3), "");
    },
  },
  {
    title: "NOT-01 The path of a file with spaces and odd characters comes as it is, its URL percent-encoded",
    async run(room) {
      const path = await room.openFile("a folder/$HOME #1 (50%) 'ü' 文.txt", "one\ntwo\n");
      const { inbox } = await room.listener();
      const range = span(0, 0, 0, 3);
      await room.hand.select(path, range);
      const { value } = await inbox.selection({ path, text: "one", range });
      assert.equal(value.fileUrl, toFileUri(path));
    },
  },
  {
    title: "NOT-01 Typing moves the cursor, and the client is told where to",
    needs: ["type"],
    async run(room) {
      const path = await room.openFile("typed.txt", "one\ntwo\n");
      const { inbox } = await room.listener();
      await room.hand.select(path, span(1, 0, 1, 0));
      await room.hand.type("😀 new ");
      await inbox.selection({ path, text: "", range: span(1, 7, 1, 7) });
    },
  },
  {
    title: "TOOL-03 getCurrentSelection agrees with what was told",
    needs: ["getCurrentSelection"],
    async run(room) {
      const path = await room.openFile("asked.txt", "first 😀 line\nsecond line\n");
      const { inbox, client } = await room.listener();
      const range = span(0, 6, 1, 6);
      await room.hand.select(path, range);
      const { value } = await inbox.selection({ path, text: "😀 line\nsecond", range });
      assert.deepEqual(await client.call("getCurrentSelection"), { success: true, ...value });
    },
  },
  {
    title: "TOOL-04 getLatestSelection agrees with what was told",
    needs: ["getLatestSelection"],
    async run(room) {
      const path = await room.openFile("asked.txt", "first 😀 line\nsecond line\n");
      const { inbox, client } = await room.listener();
      const range = span(0, 6, 1, 6);
      await room.hand.select(path, range);
      const { value } = await inbox.selection({ path, text: "😀 line\nsecond", range });
      assert.deepEqual(await client.call("getLatestSelection"), { success: true, ...value });
    },
  },
];
