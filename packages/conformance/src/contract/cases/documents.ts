/** Unsaved changes and saving (TOOL-08, TOOL-09). */
import assert from "node:assert/strict";
import { basename } from "node:path";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import { expectOnDisk } from "../files.js";
import type { Participant } from "../running-editor.js";
import { span } from "./selection.js";

async function expectDirty(
  context: CaseContext,
  { client }: Participant,
  path: string,
  isDirty: boolean,
): Promise<void> {
  await context.eventually(async () => {
    const answer = await client.call("checkDocumentDirty", { filePath: path });
    assert.deepEqual(answer, { success: true, filePath: path, isDirty, isUntitled: false });
  });
}

/** Types at the start of a file, saves it, and expects this content on disk. */
async function expectSaved(context: CaseContext, content: string, typed: string, saved: string): Promise<void> {
  const path = await context.openFile("saved.txt", content);
  const { client } = await context.connect();
  await context.driver.select(path, span(0, 0, 0, 0));
  await context.driver.type(typed);
  const answer = await client.call("saveDocument", { filePath: path });
  assert.ok(answer.success && answer.saved, `saveDocument answers ${JSON.stringify(answer)}`);
  assert.equal(answer.filePath, path);
  await expectOnDisk(path, saved);
}

export const documentCases: readonly ContractCase[] = [
  {
    title: "TOOL-08 Typing makes a file dirty, and saving makes it clean",
    needs: ["checkDocumentDirty", "type", "save"],
    async run(context) {
      const path = await context.openFile("typed.txt", "one\n");
      const participant = await context.connect();
      await expectDirty(context, participant, path, false);
      await context.driver.select(path, span(0, 0, 0, 0));
      await context.driver.type("new ");
      await expectDirty(context, participant, path, true);
      await expectOnDisk(path, "one\n");
      await context.driver.save(path);
      await expectDirty(context, participant, path, false);
      await expectOnDisk(path, "new one\n");
    },
  },
  {
    title: "TOOL-08 checkDocumentDirty refuses a closed file, and the error names it",
    needs: ["checkDocumentDirty"],
    async run(context) {
      const path = await context.file("not-open.txt", "one\n");
      const { client } = await context.connect();
      const answer = await client.call("checkDocumentDirty", { filePath: path });
      assert.deepEqual(answer, { success: false, message: `Document not open: ${path}` });
    },
  },
  {
    title: "TOOL-09 saveDocument writes the changes, and the file is clean afterwards",
    needs: ["saveDocument", "checkDocumentDirty", "type"],
    async run(context) {
      await expectSaved(context, "one\ntwo\n", "new ", "new one\ntwo\n");
      const participant = await context.connect();
      await expectDirty(context, participant, `${context.folder}/saved.txt`, false);
    },
  },
  {
    title: "TOOL-09 saveDocument keeps CRLF line endings, and uses them for new lines",
    needs: ["saveDocument", "type"],
    run: (context) => expectSaved(context, "one\r\ntwo\r\n", "zero\n", "zero\r\none\r\ntwo\r\n"),
  },
  {
    title: "TOOL-09 saveDocument keeps a byte-order mark",
    needs: ["saveDocument", "type"],
    run: (context) => expectSaved(context, "\uFEFFone\ntwo\n", "zero ", "\uFEFFzero one\ntwo\n"),
  },
  {
    title: "TOOL-09 saveDocument keeps non-ASCII characters",
    needs: ["saveDocument", "type"],
    run: (context) => expectSaved(context, "Grüße 世界\n", "😀 ", "😀 Grüße 世界\n"),
  },
  {
    title: "TOOL-09 saveDocument refuses a closed file and doesn't write it",
    needs: ["saveDocument"],
    async run(context) {
      const path = await context.file("not-open.txt", "one\n");
      const { client } = await context.connect();
      const answer = await client.call("saveDocument", { filePath: path });
      assert.equal(answer.success, false);
      assert.ok(answer.message.includes(basename(path)), `The error must name the file: ${answer.message}`);
      await expectOnDisk(path, "one\n");
    },
  },
];
