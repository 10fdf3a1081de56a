/** Opening a file for the user, and selecting in it (TOOL-02). */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { TextRange } from "@tandem/base";
import type { ToolInput } from "@tandem/protocol";
import type { ContractCase } from "../case.js";
import type { Room } from "../room.js";
import { span } from "./selection.js";

type Wanted = Omit<ToolInput<"openFile">, "filePath">;

interface Expected {
  readonly text: string;
  readonly range: TextRange;
}

/** Opens a file by the tool and expects this selection. Gives the words of the answer. */
async function expectSelected(room: Room, content: string, wanted: Wanted, expected: Expected): Promise<string> {
  const path = await room.file("opened.txt", content);
  const { client, inbox } = await room.listener();
  const answer = await client.call("openFile", { filePath: path, ...wanted });
  await inbox.selection({ path, ...expected });
  assert.ok("message" in answer && answer.message !== undefined, "openFile answers with a sentence");
  assert.ok(answer.message.startsWith(`Opened file: ${path}`), `The answer is ${answer.message}`);
  return answer.message;
}

const code = "function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";
const needs = ["openFile"] as const;

export const openFileCases: readonly ContractCase[] = [
  {
    title: "TOOL-02 openFile puts a file in front",
    needs,
    async run(room) {
      const path = await room.file("plain.txt", "one\ntwo\n");
      const { client, inbox } = await room.listener();
      const answer = await client.call("openFile", { filePath: path });
      assert.deepEqual(answer, { message: `Opened file: ${path}` });
      await inbox.file(path);
    },
  },
  {
    title: "TOOL-02 From startText to endText some lines below, both included to the character",
    needs,
    async run(room) {
      const expected = { text: "function two() {\n  return 2;\n}", range: span(4, 0, 6, 1) };
      await expectSelected(room, code, { startText: "function two", endText: "}" }, expected);
    },
  },
  {
    title: "TOOL-02 endText on the line of startText is found",
    needs,
    async run(room) {
      const expected = { text: "return 1;", range: span(1, 2, 1, 11) };
      await expectSelected(room, code, { startText: "return", endText: ";" }, expected);
    },
  },
  {
    title: "TOOL-02 startText alone selects its first occurrence, past emoji",
    needs,
    async run(room) {
      const expected = { text: "word", range: span(1, 6, 1, 10) };
      await expectSelected(room, "none here\n😀 世界 word and word\n", { startText: "word" }, expected);
    },
  },
  {
    title: "TOOL-02 In a file with CRLF ends a startText of two lines is found, and columns leave the CR out",
    needs,
    async run(room) {
      const wanted = { startText: "two\nthree", endText: "four" };
      const expected = { text: "two\nthree and four", range: span(1, 0, 2, 14) };
      await expectSelected(room, "one\r\ntwo\r\nthree and four\r\nfive\r\n", wanted, expected);
    },
  },
  {
    title: "TOOL-02 selectToEndOfLine moves the end to the end of its line, without the CR",
    needs,
    async run(room) {
      const expected = { text: "two and more", range: span(1, 0, 1, 12) };
      await expectSelected(room, "one\r\ntwo and more\r\n", { startText: "two", selectToEndOfLine: true }, expected);
    },
  },
  {
    title: "TOOL-02 An endText that is not found leaves startText selected, and the answer says so",
    needs,
    async run(room) {
      const expected = { text: "return 1", range: span(1, 2, 1, 10) };
      const words = await expectSelected(room, code, { startText: "return 1", endText: "absent" }, expected);
      assert.match(words, /endText/, "The answer must say that endText was not found");
    },
  },
  {
    title: "TOOL-02 A startText that is not found opens the file all the same, and the answer says so",
    needs,
    async run(room) {
      const path = await room.file("absent.txt", "one\n");
      const { client, inbox } = await room.listener();
      const answer = await client.call("openFile", { filePath: path, startText: "absent" });
      await inbox.file(path);
      assert.match(answer.message ?? "", /startText/, "The answer must say that startText was not found");
    },
  },
  {
    title: "TOOL-02 Lines are selected from the start of the first to the end of the last",
    needs,
    async run(room) {
      const expected = { text: "two\nthree", range: span(1, 0, 2, 5) };
      await expectSelected(room, "one\ntwo\nthree\nfour\n", { startLine: 2, endLine: 3 }, expected);
    },
  },
  {
    title: "TOOL-02 A file that is open already is searched as it is now, and keeps its unsaved changes",
    needs: [...needs, "type"],
    async run(room) {
      const path = await room.openFile("unsaved.txt", "one\ntwo\n");
      const { client, inbox } = await room.listener();
      await room.hand.select(path, span(1, 0, 1, 0));
      await room.hand.type("not yet saved ");
      await inbox.selection({ path, text: "", range: span(1, 14, 1, 14) });
      await client.call("openFile", { filePath: path, startText: "yet", endText: "two" });
      await inbox.selection({ path, text: "yet saved two", range: span(1, 4, 1, 17) });
    },
  },
  {
    title: "TOOL-02 makeFrontmost false opens a file behind the one in front, and says what it opened",
    needs: [...needs, "getOpenEditors"],
    async run(room) {
      const front = await room.openFile("front.txt", "one\ntwo\n");
      const behind = await room.file("behind.txt", "a\nb\nc");
      const participant = await room.listener();
      const { client, inbox } = participant;
      await room.hand.select(front, span(0, 0, 0, 3));
      await inbox.selection({ path: front, text: "one", range: span(0, 0, 0, 3) });
      const answer = await client.call("openFile", { filePath: behind, makeFrontmost: false, startText: "b" });
      assert.ok("success" in answer, "The answer is JSON");
      assert.equal(answer.filePath, behind, "The path that was opened");
      assert.equal(answer.lineCount, 3, "The number of lines that the editor's openFile answers");
      assert.notEqual(answer.languageId, "", "The language that the editor's openFile answers");
      const active = (await room.tabs(participant)).filter((tab) => tab.isActive && tab.isGroupActive);
      assert.deepEqual(
        active.map((tab) => tab.fileName),
        [front],
        "The file in front must stay there",
      );
      await room.tabOf(participant, behind);
      await room.hand.select(front, span(1, 0, 1, 3));
      const { before } = await inbox.selection({ path: front, text: "two", range: span(1, 0, 1, 3) });
      const strays = before.filter((told) => told.kind === "selection" && told.params.filePath === behind);
      assert.deepEqual(strays, [], "The client was told of a selection in the file behind");
    },
  },
  {
    title: "SEC-02 Outside the workspace openFile goes to a line, and no text of the file is told",
    needs,
    async run(room) {
      const path = await room.outsideFile("outside.txt", "one\ntwo secret\nthree\n");
      const { client, inbox } = await room.listener();
      const open = (wanted: Wanted) => client.callRaw("openFile", { filePath: path, ...wanted });
      // An editor may refuse to show what is not in its folders.
      const { isError } = await open({ startLine: 2, endLine: 3 });
      const told = isError ? [] : (await inbox.selection({ path, text: "", range: span(1, 0, 1, 0) })).before;
      await open({ startText: "two", endText: "secret" });
      const marker = await room.openFile("marker.txt", "one\n");
      const texts = [...told, ...(await inbox.file(marker)).before].filter(
        (each) => each.kind === "selection" && each.params.filePath === path && each.params.text !== "",
      );
      assert.deepEqual(texts, [], "Text outside the workspace was told");
    },
  },
  {
    title: "TOOL-02 A file that is not there is an error, and nothing is opened or made",
    needs,
    async run(room) {
      await room.openFile("here.txt", "one\n");
      const { client, inbox } = await room.listener();
      const path = join(room.folder, "missing.txt");
      const answer = await client.callRaw("openFile", { filePath: path });
      assert.equal(answer.isError, true, "A missing file must be answered with isError");
      const marker = await room.openFile("marker.txt", "one\n");
      const { before } = await inbox.file(marker);
      const strays = before.filter((told) => told.kind === "selection" && told.params.filePath === path);
      assert.deepEqual(strays, [], "A missing file was opened");
    },
  },
];
