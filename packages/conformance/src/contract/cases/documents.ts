/** Unsaved changes, and saving (TOOL-08, TOOL-09). */
import assert from "node:assert/strict";
import { basename } from "node:path";
import type { ContractCase } from "../case.js";
import { expectOnDisk } from "../files.js";
import type { Room } from "../room.js";
import type { Participant } from "../running-editor.js";
import { span } from "./selection.js";

async function expectDirty(room: Room, { client }: Participant, path: string, isDirty: boolean): Promise<void> {
  await room.eventually(async () => {
    const answer = await client.call("checkDocumentDirty", { filePath: path });
    assert.deepEqual(answer, { success: true, filePath: path, isDirty, isUntitled: false });
  });
}

/** Types at the start of a file, saves it with `save`, and expects these bytes. */
async function expectSaved(room: Room, content: string, typed: string, saved: string): Promise<void> {
  const path = await room.openFile("saved.txt", content);
  const { client } = await room.connect();
  await room.hand.select(path, span(0, 0, 0, 0));
  await room.hand.type(typed);
  const answer = await client.call("saveDocument", { filePath: path });
  assert.ok(answer.success && answer.saved, `saveDocument answers ${JSON.stringify(answer)}`);
  assert.equal(answer.filePath, path);
  await expectOnDisk(path, saved);
}

export const documentCases: readonly ContractCase[] = [
  {
    title: "TOOL-08 A file becomes dirty by typing and clean by saving",
    needs: ["checkDocumentDirty", "type", "save"],
    async run(room) {
      const path = await room.openFile("typed.txt", "one\n");
      const participant = await room.connect();
      await expectDirty(room, participant, path, false);
      await room.hand.select(path, span(0, 0, 0, 0));
      await room.hand.type("new ");
      await expectDirty(room, participant, path, true);
      await expectOnDisk(path, "one\n");
      await room.hand.save(path);
      await expectDirty(room, participant, path, false);
      await expectOnDisk(path, "new one\n");
    },
  },
  {
    title: "TOOL-08 A file that is not open is refused by its name",
    needs: ["checkDocumentDirty"],
    async run(room) {
      const path = await room.file("not-open.txt", "one\n");
      const { client } = await room.connect();
      const answer = await client.call("checkDocumentDirty", { filePath: path });
      assert.deepEqual(answer, { success: false, message: `Document not open: ${path}` });
    },
  },
  {
    title: "TOOL-09 saveDocument writes the changes, and the file is clean afterwards",
    needs: ["saveDocument", "checkDocumentDirty", "type"],
    async run(room) {
      await expectSaved(room, "one\ntwo\n", "new ", "new one\ntwo\n");
      const participant = await room.connect();
      await expectDirty(room, participant, `${room.folder}/saved.txt`, false);
    },
  },
  {
    title: "TOOL-09 saveDocument keeps CRLF ends to the byte, and gives them to new lines",
    needs: ["saveDocument", "type"],
    run: (room) => expectSaved(room, "one\r\ntwo\r\n", "zero\n", "zero\r\none\r\ntwo\r\n"),
  },
  {
    title: "TOOL-09 saveDocument keeps a byte-order mark",
    needs: ["saveDocument", "type"],
    run: (room) => expectSaved(room, "\uFEFFone\ntwo\n", "zero ", "\uFEFFzero one\ntwo\n"),
  },
  {
    title: "TOOL-09 saveDocument keeps what is no ASCII",
    needs: ["saveDocument", "type"],
    run: (room) => expectSaved(room, "Grüße 世界\n", "😀 ", "😀 Grüße 世界\n"),
  },
  {
    title: "TOOL-09 A file that is not open is refused, and not touched",
    needs: ["saveDocument"],
    async run(room) {
      const path = await room.file("not-open.txt", "one\n");
      const { client } = await room.connect();
      const answer = await client.call("saveDocument", { filePath: path });
      assert.equal(answer.success, false);
      assert.ok(answer.message.includes(basename(path)), `The refusal must name the file: ${answer.message}`);
      await expectOnDisk(path, "one\n");
    },
  },
];
