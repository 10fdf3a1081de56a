/** While sharing is paused, no tool, request or notification shares or starts anything (PRV-01). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type RequestMethod, requestMethods, type ToolName, toolNames } from "@tandem-ide/protocol";
import { argumentsFor } from "../../calls.js";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import { expectOnDisk } from "../files.js";
import { reconnection } from "../reconnection.js";
import type { Participant } from "../running-editor.js";
import { span } from "./selection.js";

const secret = "correct horse";

/** A client can always close its own diffs, which shares nothing. */
const alwaysAvailable: readonly ToolName[] = ["close_tab", "closeAllDiffTabs"];

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

/** Returns a call's result or error as text. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await call);
  } catch (error) {
    return String(error);
  }
}

async function expectPaused(context: CaseContext, what: string, call: Promise<unknown>): Promise<void> {
  const answer = await context.within(`The response to ${what} while sharing is paused`, outcome(call));
  assert.match(answer, /Sharing is paused/, `${what} must say that sharing is paused`);
  assert.ok(!answer.includes(secret), `${what} returned the content of a file`);
}

/** Pauses for the rest of the case. */
async function pause(context: CaseContext): Promise<void> {
  context.defer(() => context.driver.setPaused(false));
  await context.driver.setPaused(true);
}

function pausableTools({ client }: Participant): readonly ToolName[] {
  const names = new Set(client.tools.map(({ name }) => name));
  return toolNames.filter((name) => names.has(name) && !alwaysAvailable.includes(name));
}

export const pauseCases: readonly ContractCase[] = [
  {
    title: "PRV-01 While sharing is paused, every tool and request says so",
    needs: ["setPaused"],
    async run(context) {
      const path = await context.openFile("paused.txt", `${secret}\n`);
      await context.driver.select(path, span(0, 0, 0, 7));
      const participant = await context.connect();
      await pause(context);
      for (const method of requestMethods)
        await expectPaused(context, method, participant.client.requestRaw(method, paramsFor(path)[method]));
      const args: Partial<Record<ToolName, object>> = {
        ...argumentsFor(path),
        openFile: { filePath: path, startText: secret, makeFrontmost: false },
        getDiagnostics: { uri: `file://${path}` },
      };
      for (const name of pausableTools(participant))
        await expectPaused(context, name, participant.client.callRaw(name, args[name]));
      await expectOnDisk(path, `${secret}\n`);
      if (!context.cannot.includes("pendingReviews")) assert.deepEqual(await context.driver.pendingReviews(), []);
      assert.deepEqual(await participant.client.call("closeAllDiffTabs"), { closed: 0 });
      await participant.client.ping();
    },
  },
  {
    title: "PRV-01 While sharing is paused, selections and mentions aren't sent",
    needs: ["setPaused"],
    async run(context) {
      const path = await context.file("paused.txt", `${secret}\n`);
      const { inbox } = await context.listener();
      await pause(context);
      await context.driver.select(path, span(0, 0, 0, 7));
      await context.driver.mention(path);
      // Another file is active when sharing resumes, because its selection is sent then.
      const marker = await context.openFile("marker.txt", "one\n");
      await context.driver.select(marker, span(0, 0, 0, 3));
      await context.driver.setPaused(false);
      await context.driver.mention(marker);
      const { before } = await inbox.mention(marker);
      const leaks = before.filter((each) => JSON.stringify(each).includes(JSON.stringify(path).slice(1, -1)));
      assert.deepEqual(leaks, [], "A selection or mention made during the pause was sent");
    },
  },
  {
    title: "PRV-01 A pending review stays open while sharing is paused, and its decision is sent",
    needs: ["setPaused", "openDiff", "accept", "pendingReviews"],
    async run(context) {
      const path = await context.file("reviewed.txt", "one\n");
      const participant = await context.connect();
      const review = await context.review(participant, path, "two\n");
      await pause(context);
      assert.deepEqual(await context.driver.pendingReviews(), [review.tabName]);
      await review.accept("two\n");
    },
  },
  {
    title: "PRV-01 Code that awaits approval doesn't run after a pause",
    needs: ["setPaused", "executeCode"],
    async run(context) {
      const { client } = await context.connect();
      const mark = join(context.folder, "ran.txt");
      const call = client.callRaw("executeCode", { code: `open(${JSON.stringify(mark)}, "w").close()` });
      const ended = expectPaused(context, "executeCode", call);
      await pause(context);
      await ended;
    },
  },
  {
    title: "PRV-01 A pause survives a restart of the endpoint",
    needs: ["setPaused", "restartEndpoint"],
    async run(context) {
      const path = await context.file("paused.txt", `${secret}\n`);
      const { client } = await context.connect({ reconnect: true });
      await pause(context);
      // A new client could still reach the old endpoint.
      const reconnected = reconnection(client);
      await context.driver.restartEndpoint();
      await reconnected;
      await expectPaused(context, "readFile", client.requestRaw("readFile", { path }));
    },
  },
];
