/** How selections follow each other, and what becomes of one when its file is closed (NOT-01, NOT-05). */
import assert from "node:assert/strict";
import type { ContractCase } from "../case.js";
import type { Told } from "../inbox.js";
import type { Room } from "../room.js";
import { span } from "./selection.js";

function tells(path: string): (told: Told) => boolean {
  return (told) => told.kind === "selection" && told.params.filePath === path;
}

const text = "some words\nmore words\n";
const words = { text: "words", range: span(0, 5, 0, 10) };

/** A file in which something is selected. */
async function selectedFile(room: Room, name: string): Promise<string> {
  const path = await room.openFile(name, text);
  await room.hand.select(path, words.range);
  return path;
}

export const selectionLifeCases: readonly ContractCase[] = [
  {
    title: "NOT-01 A selection that is gone at once is still told, before the cursor that follows it",
    async run(room) {
      const path = await room.openFile("quick.txt", text);
      const { inbox } = await room.listener();
      await room.hand.select(path, span(1, 0, 1, 0));
      await inbox.selection({ path, text: "", range: span(1, 0, 1, 0) });
      await room.hand.select(path, words.range);
      await room.hand.select(path, span(0, 0, 0, 0));
      await inbox.selection({ path, ...words });
      await inbox.selection({ path, text: "", range: span(0, 0, 0, 0) });
    },
  },
  {
    title: "NOT-01 The last of many quick changes is told",
    async run(room) {
      const path = await room.openFile("many.txt", text);
      const { inbox } = await room.listener();
      for (let i = 0; i < 20; i++) await room.hand.select(path, span(i % 2, i % 7, i % 2, i % 7));
      await room.hand.select(path, span(1, 9, 1, 9));
      await inbox.selection({ path, text: "", range: span(1, 9, 1, 9) });
    },
  },
  {
    title: "NOT-01 Switching files tells which one is now in front",
    async run(room) {
      const first = await room.openFile("first.txt", text);
      const { inbox } = await room.listener();
      const second = await room.openFile("second.txt", text);
      await inbox.file(second);
      await room.hand.openFile(first);
      await inbox.file(first);
    },
  },
  {
    title: "NOT-01 Closing the file clears its selection for those who are connected",
    async run(room) {
      const { inbox } = await room.listener();
      const path = await selectedFile(room, "closed.txt");
      await inbox.selection({ path, ...words });
      await room.hand.closeFile(path);
      await inbox.find(`that ${path} is no longer in front`, (told) =>
        told.kind === "selection" && told.params.filePath !== path ? told.params : undefined,
      );
      const next = await room.openFile("next.txt", text);
      const { before } = await inbox.file(next);
      assert.deepEqual(before.filter(tells(path)), [], "The selection of a closed file came back");
    },
  },
  {
    title: "NOT-01 Closing the file clears its selection for a client that comes later",
    async run(room) {
      const { inbox } = await room.listener();
      const path = await selectedFile(room, "closed.txt");
      await inbox.selection({ path, ...words });
      await room.hand.closeFile(path);
      const told = await room.untilListening(await room.connect());
      assert.deepEqual(told.filter(tells(path)), [], "A later client was told of a closed file");
    },
  },
  {
    title: "TOOL-04 getLatestSelection forgets a file that was closed",
    needs: ["getLatestSelection"],
    async run(room) {
      const { client, inbox } = await room.listener();
      const path = await selectedFile(room, "closed.txt");
      await inbox.selection({ path, ...words });
      await room.hand.closeFile(path);
      await room.eventually(async () => {
        const latest = await client.call("getLatestSelection");
        assert.notEqual(latest.success && latest.filePath, path, "It still tells the file that was closed");
      });
    },
  },
  {
    title: "TOOL-03 With no file open there is no current selection, and the client is told so",
    needs: ["getCurrentSelection", "getOpenEditors"],
    async run(room) {
      const participant = await room.listener();
      const { client, inbox } = participant;
      const path = await selectedFile(room, "last.txt");
      await inbox.selection({ path, ...words });
      for (const { fileName } of await room.tabs(participant)) await room.hand.closeFile(fileName);
      await room.eventually(async () => assert.deepEqual(await room.tabs(participant), [], "All files were closed"));
      await inbox.find("that no file is in front", (told) =>
        told.kind === "selection" && told.params.filePath === undefined ? told : undefined,
      );
      const answer = await client.call("getCurrentSelection");
      assert.deepEqual(answer, { success: false, message: "No active editor found" });
    },
  },
  {
    title: "NOT-05 A client that comes later is told the current selection without being asked",
    async run(room) {
      const path = await selectedFile(room, "current.txt");
      const later = await room.connect();
      await later.inbox.selection({ path, ...words });
    },
  },
];
