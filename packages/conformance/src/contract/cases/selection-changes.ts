/** Selection changes, and the selection of a closed file (NOT-01, NOT-05). */
import assert from "node:assert/strict";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import type { Inbox, Received } from "../inbox.js";
import { span } from "./selection.js";

function isAbout(path: string): (each: Received) => boolean {
  return (each) => each.kind === "selection" && each.params.filePath === path;
}

const text = "some words\nmore words\n";
const selected = { text: "words", range: span(0, 5, 0, 10) };

/** Opens a file and selects text in it. */
async function selectedFile(context: CaseContext, name: string): Promise<string> {
  const path = await context.openFile(name, text);
  await context.driver.select(path, selected.range);
  return path;
}

/** Opens a file, selects text in it, and closes it once the client has the selection. */
async function closedFile(context: CaseContext, inbox: Inbox): Promise<string> {
  const path = await selectedFile(context, "closed.txt");
  await inbox.selection({ path, ...selected });
  await context.driver.closeFile(path);
  return path;
}

export const selectionChangeCases: readonly ContractCase[] = [
  {
    title: "NOT-01 A very short selection is still sent before the cursor that follows it",
    async run(context) {
      const path = await context.openFile("quick.txt", text);
      const { inbox } = await context.listener();
      await context.driver.select(path, span(1, 0, 1, 0));
      await inbox.selection({ path, text: "", range: span(1, 0, 1, 0) });
      await context.driver.select(path, selected.range);
      await context.driver.select(path, span(0, 0, 0, 0));
      await inbox.selection({ path, ...selected });
      await inbox.selection({ path, text: "", range: span(0, 0, 0, 0) });
    },
  },
  {
    title: "NOT-01 The last of many quick changes is sent",
    async run(context) {
      const path = await context.openFile("many.txt", text);
      const { inbox } = await context.listener();
      for (let i = 0; i < 20; i++) await context.driver.select(path, span(i % 2, i % 7, i % 2, i % 7));
      await context.driver.select(path, span(1, 9, 1, 9));
      await inbox.selection({ path, text: "", range: span(1, 9, 1, 9) });
    },
  },
  {
    title: "NOT-01 Switching files sends the selection of the new active file",
    async run(context) {
      const first = await context.openFile("first.txt", text);
      const { inbox } = await context.listener();
      const second = await context.openFile("second.txt", text);
      await inbox.file(second);
      await context.driver.openFile(first);
      await inbox.file(first);
    },
  },
  {
    title: "NOT-01 Closing a file clears its selection for connected clients",
    async run(context) {
      const { inbox } = await context.listener();
      const path = await closedFile(context, inbox);
      await inbox.find(`a selection outside ${path}`, (each) =>
        each.kind === "selection" && each.params.filePath !== path ? each.params : undefined,
      );
      const next = await context.openFile("next.txt", text);
      const { before } = await inbox.file(next);
      assert.deepEqual(before.filter(isAbout(path)), [], "The selection of a closed file came back");
    },
  },
  {
    title: "NOT-01 Closing a file clears its selection for later clients",
    async run(context) {
      const { inbox } = await context.listener();
      const path = await closedFile(context, inbox);
      const received = await context.untilListening(await context.connect());
      assert.deepEqual(received.filter(isAbout(path)), [], "A later client got the selection of a closed file");
    },
  },
  {
    title: "TOOL-04 getLatestSelection forgets a closed file",
    needs: ["getLatestSelection"],
    async run(context) {
      const { client, inbox } = await context.listener();
      const path = await closedFile(context, inbox);
      await context.eventually(async () => {
        const latest = await client.call("getLatestSelection");
        assert.notEqual(latest.success && latest.filePath, path, "It still returns the closed file");
      });
    },
  },
  {
    title: "TOOL-03 Without an open file there is no current selection, and the client is notified",
    needs: ["getCurrentSelection", "getOpenEditors"],
    async run(context) {
      const participant = await context.listener();
      const { client, inbox } = participant;
      const path = await selectedFile(context, "last.txt");
      await inbox.selection({ path, ...selected });
      for (const { fileName } of await context.tabs(participant)) await context.driver.closeFile(fileName);
      await context.eventually(async () =>
        assert.deepEqual(await context.tabs(participant), [], "All files must be closed"),
      );
      await inbox.find("an empty selection without a file", (each) =>
        each.kind === "selection" && each.params.filePath === undefined ? each : undefined,
      );
      const answer = await client.call("getCurrentSelection");
      assert.deepEqual(answer, { success: false, message: "No active editor found" });
    },
  },
  {
    title: "NOT-05 A later client gets the current selection",
    async run(context) {
      const path = await selectedFile(context, "current.txt");
      const later = await context.connect();
      await later.inbox.selection({ path, ...selected });
    },
  },
];
