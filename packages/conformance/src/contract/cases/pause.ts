/** Pausing: nothing of the user's is told and nothing starts, by whatever tool, request or notification (PRV-01). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type RequestMethod, requestMethods, type ToolName, toolNames } from "@tandem/protocol";
import type { ContractCase } from "../case.js";
import { expectOnDisk } from "../files.js";
import type { Room } from "../room.js";
import type { Participant } from "../running-editor.js";
import { span } from "./selection.js";

const secret = "correct horse";

/** Those that tell nothing of the user's: a client may always close the diffs that it opened. */
const always: readonly ToolName[] = ["close_tab", "closeAllDiffTabs"];

function argumentsFor(path: string): Record<ToolName, object> {
  return {
    openDiff: { old_file_path: path, new_file_path: path, new_file_contents: "two\n", tab_name: "while paused" },
    openFile: { filePath: path, startText: secret, makeFrontmost: false },
    getCurrentSelection: {},
    getLatestSelection: {},
    getOpenEditors: {},
    getWorkspaceFolders: {},
    getDiagnostics: { uri: `file://${path}` },
    checkDocumentDirty: { filePath: path },
    saveDocument: { filePath: path },
    close_tab: { tab_name: "no such tab" },
    closeAllDiffTabs: {},
    executeCode: { code: "print('while paused')" },
  };
}

function paramsFor(path: string): Record<RequestMethod, object> {
  return {
    "files/read": { path },
    readFile: { path },
    writeFile: { path, content: "two\n" },
    listFiles: {},
    getWorkspaceInfo: {},
    getOpenFiles: {},
    getCurrentFile: {},
    "workspace/selection": {},
  };
}

/** What a call came to, in words. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await call);
  } catch (error) {
    return String(error);
  }
}

async function expectPaused(room: Room, what: string, call: Promise<unknown>): Promise<void> {
  const words = await room.within(`The answer to ${what} while sharing is paused`, outcome(call));
  assert.match(words, /Sharing is paused/, `${what} must answer that sharing is paused`);
  assert.ok(!words.includes(secret), `${what} told what is in a file`);
}

/** Pauses for the rest of the case. */
async function pause(room: Room): Promise<void> {
  room.defer(() => room.hand.setPaused(false));
  await room.hand.setPaused(true);
}

function offered({ client }: Participant): readonly ToolName[] {
  const names = new Set(client.tools.map(({ name }) => name));
  return toolNames.filter((name) => names.has(name) && !always.includes(name));
}

export const pauseCases: readonly ContractCase[] = [
  {
    title: "PRV-01 While sharing is paused every tool and request answers that it is",
    needs: ["setPaused"],
    async run(room) {
      const path = await room.openFile("paused.txt", `${secret}\n`);
      await room.hand.select(path, span(0, 0, 0, 7));
      const by = await room.connect();
      await pause(room);
      for (const method of requestMethods)
        await expectPaused(room, method, by.client.requestRaw(method, paramsFor(path)[method]));
      for (const name of offered(by)) await expectPaused(room, name, by.client.callRaw(name, argumentsFor(path)[name]));
      await expectOnDisk(path, `${secret}\n`);
      if (!room.cannot.includes("pendingReviews")) assert.deepEqual(await room.hand.pendingReviews(), []);
      assert.deepEqual(await by.client.call("closeAllDiffTabs"), { closed: 0 });
      await by.client.ping();
    },
  },
  {
    title: "PRV-01 While sharing is paused no selection and no mention is told",
    needs: ["setPaused"],
    async run(room) {
      const path = await room.file("paused.txt", `${secret}\n`);
      const { inbox } = await room.listener();
      await pause(room);
      await room.hand.select(path, span(0, 0, 0, 7));
      await room.hand.mention(path);
      // Another file is in front when sharing goes on: what is selected then is told.
      const marker = await room.openFile("marker.txt", "one\n");
      await room.hand.select(marker, span(0, 0, 0, 3));
      await room.hand.setPaused(false);
      await room.hand.mention(marker);
      const { before } = await inbox.mention(marker);
      const told = before.filter((each) => JSON.stringify(each).includes(JSON.stringify(path).slice(1, -1)));
      assert.deepEqual(told, [], "What was pointed at while sharing was paused was told");
    },
  },
  {
    title: "PRV-01 A review that is open stays while sharing is paused, and its decision is answered",
    needs: ["setPaused", "openDiff", "accept", "pendingReviews"],
    async run(room) {
      const path = await room.file("reviewed.txt", "one\n");
      const by = await room.connect();
      const review = await room.review(by, path, "two\n");
      await pause(room);
      assert.deepEqual(await room.hand.pendingReviews(), [review.tabName]);
      await room.hand.accept(review.tabName);
      await review.expectSaved("two\n");
    },
  },
  {
    title: "PRV-01 Code that waits for the user's word when they pause does not run",
    needs: ["setPaused", "executeCode"],
    async run(room) {
      const { client } = await room.connect();
      const mark = join(room.folder, "ran.txt");
      const call = client.callRaw("executeCode", { code: `open(${JSON.stringify(mark)}, "w").close()` });
      const ended = expectPaused(room, "executeCode", call);
      await pause(room);
      await ended;
    },
  },
  {
    title: "PRV-01 A pause outlives a restart of what serves the endpoint",
    needs: ["setPaused", "restartEndpoint"],
    async run(room) {
      const path = await room.file("paused.txt", `${secret}\n`);
      await pause(room);
      await room.hand.restartEndpoint();
      const { client } = await room.connect();
      await expectPaused(room, "readFile", client.requestRaw("readFile", { path }));
    },
  },
];
