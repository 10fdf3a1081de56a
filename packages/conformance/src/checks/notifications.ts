/** Notifications from the editor (NOT-01, NOT-05). The others need a user. */
import { isAbsolute } from "node:path";
import { requestResults, type SelectionChanged, selectionChangedSchema, toFileUri } from "@tandem-ide/protocol";
import { listeningSession, useTool } from "../calls.js";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectResult, expectShape } from "../expect.js";
import { closeOpened, insideFile, openInEditor, outsideFile } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

/** The minimum time between two `selection_changed`, in ms. */
const intervalMs = 50;

/** Changes the selection for a while, and returns the longest gap between two changes. */
async function keepChanging(context: CheckContext, change: (step: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let last = start;
  let longest = 0;
  for (let step = 0; performance.now() - start < intervalMs * 8; step++) {
    await change(step);
    await context.sleep(intervalMs / 5);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
const words = Array.from({ length: 12 }, (_, index) => `word${String(index).padStart(2, "0")}`);

/** Parses a message as `selection_changed`; undefined for anything else. Fails on another shape. */
function asSelectionChanged(message: unknown): SelectionChanged | undefined {
  if (typeof message !== "object" || message === null || !("method" in message)) return undefined;
  if (message.method !== "selection_changed") return undefined;
  const params = "params" in message ? message.params : undefined;
  const changed = expectShape(selectionChangedSchema, params, "text, filePath, fileUrl and selection");
  if (changed.filePath !== undefined) {
    if (!isAbsolute(changed.filePath)) throw new Failure("an absolute filePath", show(changed.filePath));
    expectEqual(changed.fileUrl, toFileUri(changed.filePath), "fileUrl, percent-encoded");
  }
  return changed;
}

function selections(client: RawClient): SelectionChanged[] {
  return client.takeMessages().flatMap((message) => asSelectionChanged(message) ?? []);
}

async function isSharing(client: RawClient): Promise<boolean> {
  const answer = await client.request("workspace/selection");
  const parsed = requestResults["workspace/selection"].safeParse(answer.ok ? answer.result : undefined);
  return parsed.success && parsed.data.success === true;
}

/** Makes a selection in the editor, or uses the current one. */
async function ensureSelection(context: CheckContext): Promise<void> {
  // Gather the facts first, because that may replace a connected client.
  const isAlone = (await context.facts.policy()) !== "many";
  const tools = await context.facts.toolNames();
  const client = await context.session();
  if (!tools.has("openFile")) {
    const isShared = await isSharing(client);
    await client.close();
    if (!isShared) throw new NotApplicable("nothing is selected in the editor, and it doesn't advertise openFile");
    return;
  }
  const filePath = await outsideFile(context, "selected é.txt", `${words.join("\n")}\n`);
  await openInEditor(context, client, { filePath, startLine: 4 });
  if (isAlone) await client.close();
}

export const notificationChecks: readonly Check[] = [
  {
    name: "NOT-01/told",
    title: "A selection in the editor is sent as selection_changed",
    writes: true,
    async run(context) {
      await context.needsTools("openFile");
      const client = await listeningSession(context);
      // The file is in the workspace, because text from other files isn't shared (SEC-02).
      const filePath = await insideFile(context, "selected é.txt", "😀 alpha beta\n");
      await openInEditor(context, client, { filePath, startText: "alpha" });
      const range = { start: { line: 0, character: 3 }, end: { line: 0, character: 8 }, isEmpty: false };
      const what = `selection_changed with ${show({ text: "alpha", filePath, selection: range })}`;
      const received: SelectionChanged[] = [];
      const found = await client
        .next((message) => {
          const changed = asSelectionChanged(message);
          if (changed) received.push(changed);
          return changed?.filePath === filePath && changed.text === "alpha" ? changed : undefined;
        }, what)
        .catch((error: unknown) => {
          const last = received.at(-1);
          throw last ? new Failure(what, show(last)) : error;
        });
      expectEqual(found.selection, range, "the selection of selection_changed");
    },
  },
  {
    name: "NOT-01/throttled",
    title: "Quick changes are sent at most once every 50 ms, always including the last one",
    async run(context) {
      await context.needsTools("openFile");
      const client = await listeningSession(context);
      const filePath = await outsideFile(context, "throttled.txt", `${words.join("\n")}\n`);
      const start = performance.now();
      for (const line of words.keys()) await openInEditor(context, client, { filePath, startLine: line + 1 });
      const span = performance.now() - start;
      await context.sleep(Math.max(context.settings.times.quietMs, intervalMs * 3));
      const received = selections(client).filter((changed) => changed.filePath === filePath);
      const [last, seen] = [words.length - 1, received.at(-1)?.selection.start.line];
      if (seen !== last) throw new Failure(`line ${last} in the last selection_changed`, show(seen));
      // The first one immediately, one per interval, and the last one after the end.
      const max = Math.floor(span / intervalMs) + 2;
      if (received.length > max)
        throw new Failure(`at most ${max} selection_changed in ${Math.round(span)} ms`, `${received.length}`);
    },
  },
  {
    name: "NOT-01/steady",
    title: "While the selection keeps changing, it is sent regularly and not only at the end",
    async run(context) {
      await context.needsTools("openFile");
      const client = await listeningSession(context);
      const filePath = await outsideFile(context, "steady.txt", `${words.join("\n")}\n`);
      const change = (step: number) =>
        openInEditor(context, client, { filePath, startLine: (step % words.length) + 1 });
      const countReceived = () => selections(client).filter((changed) => changed.filePath === filePath).length;
      // With a gap, as on a busy machine, a faulty editor could pass too, so this tries again.
      for (let attempt = 1; ; attempt++) {
        const before = countReceived();
        const gap = await keepChanging(context, change);
        const count = countReceived() - before;
        if (count < 3)
          throw new Failure(`several selection_changed in ${intervalMs * 8} ms of steady change`, `${count}`);
        if (gap < intervalMs || attempt === 10) return;
      }
    },
  },
  {
    name: "NOT-01/closed-file",
    title: "A closed file is no longer sent as the selection, even to later clients",
    async run(context) {
      await context.needsTools("openFile", "close_tab");
      const { readyMs } = context.settings.times;
      const first = await context.session();
      const filePath = await outsideFile(context, "closed.txt", "alpha\n");
      await openInEditor(context, first, { filePath, startLine: 1 });
      await closeOpened(context, first, filePath);
      if ((await context.facts.toolNames()).has("getLatestSelection"))
        await context.eventually(async () => {
          const latest = await useTool(first, "getLatestSelection", {});
          if (latest.filePath === filePath) throw new Failure("no selection in a closed file", show(latest));
        });
      await first.close();
      const later = await context.session();
      expectResult(await later.request("tools/list"), "a result from tools/list");
      await context.sleep(readyMs * 1.1);
      const stale = selections(later).find((changed) => changed.filePath === filePath);
      if (stale) throw new Failure("no selection_changed for a closed file", show(stale));
    },
  },
  {
    name: "NOT-05/again",
    title: "The current selection is sent again about half a second after tools/list",
    async run(context) {
      await ensureSelection(context);
      const { readyMs } = context.settings.times;
      const client = await context.session();
      expectResult(await client.request("tools/list"), "a result from tools/list");
      // Claude Code ignores notifications this early.
      await context.sleep(readyMs / 5);
      client.takeMessages();
      await client.next(
        asSelectionChanged,
        `selection_changed between ${readyMs / 5} and ${readyMs * 3} ms after tools/list`,
        readyMs * 3,
      );
    },
  },
  {
    name: "NOT-05/without-list",
    title: "A client that never sends tools/list gets the current selection about a second after initialized",
    async run(context) {
      await ensureSelection(context);
      const within = context.settings.times.readyWithoutListMs * 3;
      const client = await context.session();
      await client.next(asSelectionChanged, `selection_changed within ${within} ms after initialized`, within);
    },
  },
];
