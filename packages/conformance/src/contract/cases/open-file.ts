/** Opening a file for the user and selecting in it (TOOL-02). */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { TextRange } from "@tandem-ide/base";
import type { ToolInput } from "@tandem-ide/protocol";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import { span } from "./selection.js";

type Wanted = Omit<ToolInput<"openFile">, "filePath">;

/** Opens a file with the tool and expects this selection. Returns the response. */
async function expectSelected(
  context: CaseContext,
  content: string,
  wanted: Wanted,
  text: string,
  range: TextRange,
): Promise<string> {
  const path = await context.file("opened.txt", content);
  const { client, inbox } = await context.listener();
  const answer = await client.call("openFile", { filePath: path, ...wanted });
  await inbox.selection({ path, text, range });
  assert.ok("message" in answer && answer.message !== undefined, "openFile must answer with a message");
  assert.ok(answer.message.startsWith(`Opened file: ${path}`), `The response is ${answer.message}`);
  return answer.message;
}

const code = "function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";
const needs = ["openFile"] as const;

/** Makes a case that opens a file with this content and expects this selection. */
function selects(
  title: ContractCase["title"],
  content: string,
  wanted: Wanted,
  text: string,
  range: TextRange,
): ContractCase {
  const run = async (context: CaseContext) => void (await expectSelected(context, content, wanted, text, range));
  return { title, needs, run };
}

export const openFileCases: readonly ContractCase[] = [
  {
    title: "TOOL-02 openFile shows a file",
    needs,
    async run(context) {
      const path = await context.file("plain.txt", "one\ntwo\n");
      const { client, inbox } = await context.listener();
      const answer = await client.call("openFile", { filePath: path });
      assert.deepEqual(answer, { message: `Opened file: ${path}` });
      await inbox.file(path);
    },
  },
  selects(
    "TOOL-02 Selects from startText to endText some lines below, both included",
    code,
    { startText: "function two", endText: "}" },
    "function two() {\n  return 2;\n}",
    span(4, 0, 6, 1),
  ),
  selects(
    "TOOL-02 Finds endText on the same line as startText",
    code,
    { startText: "return", endText: ";" },
    "return 1;",
    span(1, 2, 1, 11),
  ),
  selects(
    "TOOL-02 startText alone selects its first occurrence, after emoji",
    "none here\n😀 世界 word and word\n",
    { startText: "word" },
    "word",
    span(1, 6, 1, 10),
  ),
  selects(
    "TOOL-02 In a CRLF file, a two-line startText is found, and columns don't count the CR",
    "one\r\ntwo\r\nthree and four\r\nfive\r\n",
    { startText: "two\nthree", endText: "four" },
    "two\nthree and four",
    span(1, 0, 2, 14),
  ),
  selects(
    "TOOL-02 selectToEndOfLine extends the selection to the end of the line, without the CR",
    "one\r\ntwo and more\r\n",
    { startText: "two", selectToEndOfLine: true },
    "two and more",
    span(1, 0, 1, 12),
  ),
  {
    title: "TOOL-02 If endText isn't found, startText is selected and the response says so",
    needs,
    async run(context) {
      const wanted = { startText: "return 1", endText: "absent" };
      const answer = await expectSelected(context, code, wanted, "return 1", span(1, 2, 1, 10));
      assert.match(answer, /endText/, "The response must say that endText wasn't found");
    },
  },
  {
    title: "TOOL-02 If startText isn't found, the file is opened anyway and the response says so",
    needs,
    async run(context) {
      const path = await context.file("absent.txt", "one\n");
      const { client, inbox } = await context.listener();
      const answer = await client.call("openFile", { filePath: path, startText: "absent" });
      await inbox.file(path);
      assert.match(answer.message ?? "", /startText/, "The response must say that startText wasn't found");
    },
  },
  selects(
    "TOOL-02 Lines are selected from the start of the first to the end of the last",
    "one\ntwo\nthree\nfour\n",
    { startLine: 2, endLine: 3 },
    "two\nthree",
    span(1, 0, 2, 5),
  ),
  {
    title: "TOOL-02 In an open file, the current text is searched, and unsaved changes are kept",
    needs: [...needs, "type"],
    async run(context) {
      const path = await context.openFile("unsaved.txt", "one\ntwo\n");
      const { client, inbox } = await context.listener();
      await context.driver.select(path, span(1, 0, 1, 0));
      await context.driver.type("not yet saved ");
      await inbox.selection({ path, text: "", range: span(1, 14, 1, 14) });
      await client.call("openFile", { filePath: path, startText: "yet", endText: "two" });
      await inbox.selection({ path, text: "yet saved two", range: span(1, 4, 1, 17) });
    },
  },
  {
    title: "TOOL-02 makeFrontmost false opens a file in the background and describes it",
    needs: [...needs, "getOpenEditors"],
    async run(context) {
      const front = await context.openFile("front.txt", "one\ntwo\n");
      const behind = await context.file("behind.txt", "a\nb\nc");
      const participant = await context.listener();
      const { client, inbox } = participant;
      await context.driver.select(front, span(0, 0, 0, 3));
      await inbox.selection({ path: front, text: "one", range: span(0, 0, 0, 3) });
      const answer = await client.call("openFile", { filePath: behind, makeFrontmost: false, startText: "b" });
      assert.ok("success" in answer, "The response is JSON");
      assert.equal(answer.filePath, behind, "The opened path");
      assert.equal(answer.lineCount, 3, "The line count from the editor's openFile");
      assert.notEqual(answer.languageId, "", "The language from the editor's openFile");
      const active = (await context.tabs(participant)).filter((tab) => tab.isActive && tab.isGroupActive);
      assert.deepEqual(
        active.map((tab) => tab.fileName),
        [front],
        "The active file must stay active",
      );
      await context.tabOf(participant, behind);
      await context.driver.select(front, span(1, 0, 1, 3));
      const { before } = await inbox.selection({ path: front, text: "two", range: span(1, 0, 1, 3) });
      const strays = before.filter((each) => each.kind === "selection" && each.params.filePath === behind);
      assert.deepEqual(strays, [], "The client got a selection in the background file");
    },
  },
  {
    title: "SEC-02 Outside the workspace, openFile goes to a line but doesn't share text",
    needs,
    async run(context) {
      const path = await context.outsideFile("outside.txt", "one\ntwo secret\nthree\n");
      const { client, inbox } = await context.listener();
      const open = (wanted: Wanted) => client.callRaw("openFile", { filePath: path, ...wanted });
      // An editor may refuse to show files outside its folders.
      const { isError } = await open({ startLine: 2, endLine: 3 });
      const received = isError ? [] : (await inbox.selection({ path, text: "", range: span(1, 0, 1, 0) })).before;
      await open({ startText: "two", endText: "secret" });
      const marker = await context.openFile("marker.txt", "one\n");
      const texts = [...received, ...(await inbox.file(marker)).before].filter(
        (each) => each.kind === "selection" && each.params.filePath === path && each.params.text !== "",
      );
      assert.deepEqual(texts, [], "Text outside the workspace was shared");
    },
  },
  {
    title: "TOOL-02 A missing file is an error, and nothing is opened or created",
    needs,
    async run(context) {
      await context.openFile("here.txt", "one\n");
      const { client, inbox } = await context.listener();
      const path = join(context.folder, "missing.txt");
      const answer = await client.callRaw("openFile", { filePath: path });
      assert.equal(answer.isError, true, "A missing file must be answered with isError");
      const marker = await context.openFile("marker.txt", "one\n");
      const { before } = await inbox.file(marker);
      const strays = before.filter((each) => each.kind === "selection" && each.params.filePath === path);
      assert.deepEqual(strays, [], "A missing file was opened");
    },
  },
];
