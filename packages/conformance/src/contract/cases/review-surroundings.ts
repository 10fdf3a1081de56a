/** A review disturbs nothing that the user has open (TOOL-01, TOOL-05, TOOL-11). */
import assert from "node:assert/strict";
import type { ContractCase } from "../case.js";
import { expectOnDisk } from "../files.js";
import type { Room } from "../room.js";
import type { Participant } from "../running-editor.js";
import { span } from "./selection.js";

const oldText = "one\ntwo\n";
const newText = "one\n2\n";
const needs = ["openDiff", "pendingReviews"] as const;

async function openPaths(room: Room, participant: Participant): Promise<string[]> {
  return (await room.tabs(participant)).map((tab) => tab.fileName).sort();
}

/** A file with unsaved changes; what it is saved as later tells whether they are still there. */
async function unsavedFile(room: Room): Promise<{ path: string; saved: string }> {
  const path = await room.openFile("unsaved.txt", oldText);
  await room.hand.select(path, span(0, 0, 0, 0));
  await room.hand.type("unsaved ");
  return { path, saved: `unsaved ${oldText}` };
}

export const reviewSurroundingsCases: readonly ContractCase[] = [
  {
    title: "TOOL-01 Unsaved changes are still there, unsaved, when a proposal for their file was accepted",
    needs: [...needs, "type", "save", "accept", "checkDocumentDirty"],
    async run(room) {
      const { path, saved } = await unsavedFile(room);
      const participant = await room.connect();
      const review = await room.review(participant, path, newText);
      await room.hand.accept(review.tabName);
      await review.expectSaved(newText);
      const state = await participant.client.call("checkDocumentDirty", { filePath: path });
      assert.ok(state.success && state.isDirty, "The unsaved changes are gone");
      await room.hand.save(path);
      await expectOnDisk(path, saved);
    },
  },
  {
    title: "TOOL-01 Unsaved changes are still there, unsaved, when a proposal for their file was rejected",
    needs: [...needs, "type", "save", "reject", "checkDocumentDirty"],
    async run(room) {
      const { path, saved } = await unsavedFile(room);
      const participant = await room.connect();
      const review = await room.review(participant, path, newText);
      await room.hand.reject(review.tabName);
      await review.expectRejected();
      const state = await participant.client.call("checkDocumentDirty", { filePath: path });
      assert.ok(state.success && state.isDirty, "The unsaved changes are gone");
      await room.hand.save(path);
      await expectOnDisk(path, saved);
    },
  },
  {
    title: "TOOL-01 A proposal is compared with what is on disk, not with unsaved changes",
    needs: [...needs, "type", "acceptHunks"],
    async run(room) {
      const { path } = await unsavedFile(room);
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.acceptHunks(review.tabName, []);
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-05 A review is not listed among the open files, and leaves that list as it was",
    needs: [...needs, "getOpenEditors", "accept"],
    async run(room) {
      await room.openFile("open.txt", oldText);
      const path = await room.file("reviewed.txt", oldText);
      const participant = await room.connect();
      const before = await openPaths(room, participant);
      const review = await room.review(participant, path, newText);
      assert.deepEqual(await openPaths(room, participant), before, "While the review is there");
      await room.hand.accept(review.tabName);
      await review.expectSaved(newText);
      await room.eventually(async () =>
        assert.deepEqual(await openPaths(room, participant), before, "After the review"),
      );
    },
  },
  {
    title: "TOOL-11 closeAllDiffTabs closes no file of the user",
    needs: [...needs, "closeAllDiffTabs", "getOpenEditors", "type"],
    async run(room) {
      const { path } = await unsavedFile(room);
      await room.openFile("clean.txt", oldText);
      const participant = await room.connect();
      const before = await openPaths(room, participant);
      const review = await room.review(participant, path, newText);
      assert.deepEqual(await participant.client.call("closeAllDiffTabs"), { closed: 1 });
      await review.expectRejected();
      assert.deepEqual(await openPaths(room, participant), before);
      assert.equal((await room.tabOf(participant, path)).isDirty, true, "The unsaved changes are gone");
    },
  },
  {
    title: "NOT-01 After a review the user's next selection is told as ever",
    needs: [...needs, "accept"],
    async run(room) {
      const path = await room.openFile("next.txt", oldText);
      const { inbox } = await room.listener();
      const review = await room.review(await room.connect(), path, newText);
      await room.hand.accept(review.tabName);
      await review.expectSaved(newText);
      await room.hand.select(path, span(1, 0, 1, 3));
      await inbox.selection({ path, text: "two", range: span(1, 0, 1, 3) });
    },
  },
];
