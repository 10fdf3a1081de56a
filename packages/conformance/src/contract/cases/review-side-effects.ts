/** A review doesn't affect the user's open files (TOOL-01, TOOL-05, TOOL-11). */
import assert from "node:assert/strict";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import { expectOnDisk } from "../files.js";
import type { Participant } from "../running-editor.js";
import { span } from "./selection.js";

const oldText = "one\ntwo\n";
const newText = "one\n2\n";
const needs = ["openDiff", "pendingReviews"] as const;

async function openPaths(context: CaseContext, participant: Participant): Promise<string[]> {
  return (await context.tabs(participant)).map((tab) => tab.fileName).sort();
}

/** Creates a file with unsaved changes, and returns its content after saving. */
async function unsavedFile(context: CaseContext): Promise<{ path: string; saved: string }> {
  const path = await context.openFile("unsaved.txt", oldText);
  await context.driver.select(path, span(0, 0, 0, 0));
  await context.driver.type("unsaved ");
  return { path, saved: `unsaved ${oldText}` };
}

export const reviewSideEffectCases: readonly ContractCase[] = [
  ...(["accept", "reject"] as const).map(
    (verb): ContractCase => ({
      title: `TOOL-01 Unsaved changes stay unsaved after a proposal for their file is ${verb}ed`,
      needs: [...needs, "type", "save", verb, "checkDocumentDirty"],
      async run(context) {
        const { path, saved } = await unsavedFile(context);
        const participant = await context.connect();
        const review = await context.review(participant, path, newText);
        await context.driver[verb](review.tabName);
        await (verb === "accept" ? review.expectSaved(newText) : review.expectRejected());
        const state = await participant.client.call("checkDocumentDirty", { filePath: path });
        assert.ok(state.success && state.isDirty, "The unsaved changes are gone");
        await context.driver.save(path);
        await expectOnDisk(path, saved);
      },
    }),
  ),
  {
    title: "TOOL-01 A proposal is compared with the file on disk, not with unsaved changes",
    needs: [...needs, "type", "acceptHunks"],
    async run(context) {
      const { path } = await unsavedFile(context);
      const review = await context.review(await context.connect(), path, newText);
      await context.driver.acceptHunks(review.tabName, []);
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-05 A review isn't listed among the open files and doesn't change the list",
    needs: [...needs, "getOpenEditors", "accept"],
    async run(context) {
      await context.openFile("open.txt", oldText);
      const path = await context.file("reviewed.txt", oldText);
      const participant = await context.connect();
      const before = await openPaths(context, participant);
      const review = await context.review(participant, path, newText);
      assert.deepEqual(await openPaths(context, participant), before, "During the review");
      await review.accept(newText);
      await context.eventually(async () =>
        assert.deepEqual(await openPaths(context, participant), before, "After the review"),
      );
    },
  },
  {
    title: "TOOL-11 closeAllDiffTabs doesn't close the user's files",
    needs: [...needs, "closeAllDiffTabs", "getOpenEditors", "type"],
    async run(context) {
      const { path } = await unsavedFile(context);
      await context.openFile("clean.txt", oldText);
      const participant = await context.connect();
      const before = await openPaths(context, participant);
      const review = await context.review(participant, path, newText);
      assert.deepEqual(await participant.client.call("closeAllDiffTabs"), { closed: 1 });
      await review.expectRejected();
      assert.deepEqual(await openPaths(context, participant), before);
      assert.equal((await context.tabOf(participant, path)).isDirty, true, "The unsaved changes are gone");
    },
  },
  {
    title: "NOT-01 After a review, selections are sent as usual",
    needs: [...needs, "accept"],
    async run(context) {
      const path = await context.openFile("next.txt", oldText);
      const { inbox } = await context.listener();
      const review = await context.review(await context.connect(), path, newText);
      await review.accept(newText);
      await context.driver.select(path, span(1, 0, 1, 3));
      await inbox.selection({ path, text: "two", range: span(1, 0, 1, 3) });
    },
  },
];
