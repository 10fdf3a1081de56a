/** Diffs and the tabs they are in (TOOL-01, TOOL-10, TOOL-11). Nobody is there to accept, so these end in rejection. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { closeTab, expectPending, expectRejected, postDiff, tabName, useTool } from "../calls.js";
import type { Check } from "../check.js";
import { expectEqual } from "../expect.js";
import { outsideDirectory, outsideFile } from "../files.js";
import { Failure } from "../outcome.js";

const oldText = "one\ntwo\nthree\n";
const newText = "one\n2\nthree\n";

export const diffChecks: readonly Check[] = [
  {
    name: "TOOL-01/waits",
    title: "openDiff waits for the user's decision",
    async run(context) {
      await context.needsTools("openDiff");
      const path = await outsideFile(context, "waits.txt", oldText);
      const diff = postDiff(await context.session(), path, newText, tabName("waits"));
      await expectPending(context, diff, "until someone decides");
    },
  },
  {
    name: "TOOL-01/close-tab",
    title: "close_tab rejects the pending diff of that name: DIFF_REJECTED and the tab's name",
    async run(context) {
      await context.needsTools("openDiff", "close_tab");
      const client = await context.session();
      const diff = postDiff(client, await outsideFile(context, "close.txt", oldText), newText, tabName("close"));
      await expectPending(context, diff, "until its tab is closed");
      await closeTab(client, diff.tabName);
      await expectRejected(diff, "close_tab");
    },
  },
  {
    name: "TOOL-01/new-file",
    title: "A diff for a file that does not exist yet can be shown and rejected, and makes no file",
    async run(context) {
      await context.needsTools("openDiff", "close_tab");
      const client = await context.session();
      const path = join(await outsideDirectory(context), "new file.txt");
      const diff = postDiff(client, path, newText, tabName("new"));
      await expectPending(context, diff, "until its tab is closed");
      await closeTab(client, diff.tabName);
      await expectRejected(diff, "close_tab");
      const made = await stat(path).catch(() => undefined);
      if (made) throw new Failure("no file after a rejected proposal", "the file was made");
    },
  },
  {
    name: "TOOL-01/same-name",
    title: "A second diff of the same name rejects and replaces the first",
    async run(context) {
      await context.needsTools("openDiff", "close_tab");
      const client = await context.session();
      const path = await outsideFile(context, "again.txt", oldText);
      const name = tabName("again");
      const first = postDiff(client, path, newText, name);
      await expectPending(context, first, "until another takes its name");
      const second = postDiff(client, path, `${newText}four\n`, name);
      await expectRejected(first, "another diff took its name");
      await expectPending(context, second, "until its tab is closed");
      await closeTab(client, name);
      await expectRejected(second, "close_tab");
    },
  },
  {
    name: "TOOL-01/not-written",
    title: "The endpoint never writes the file itself",
    async run(context) {
      await context.needsTools("openDiff", "close_tab");
      const client = await context.session();
      const path = await outsideFile(context, "mine.txt", oldText);
      const before = await stat(path);
      const diff = postDiff(client, path, newText, tabName("mine"));
      await expectPending(context, diff, "until its tab is closed");
      await closeTab(client, diff.tabName);
      await expectRejected(diff, "close_tab");
      const after = await stat(path);
      expectEqual(await readFile(path, "utf8"), oldText, "the file's text after a diff");
      // Even equal bytes make the client refuse its own write, so the time counts too.
      if (after.mtimeMs !== before.mtimeMs || after.ino !== before.ino)
        throw new Failure("a file that nobody wrote", "the file was written again");
    },
  },
  {
    name: "TOOL-01/other-client",
    title: "Another client's closeAllDiffTabs, close_tab and equal tab name leave a diff alone",
    async run(context) {
      await context.needsTools("openDiff", "close_tab", "closeAllDiffTabs");
      await context.needsManyClients();
      const owner = await context.session();
      const path = await outsideFile(context, "owned.txt", oldText);
      const diff = postDiff(owner, path, newText, tabName("owned"));
      await expectPending(context, diff, "until its owner closes it");
      const other = await context.session();
      expectEqual((await useTool(other, "closeAllDiffTabs", {})).closed, 0, "the diffs of a client that has none");
      await closeTab(other, diff.tabName);
      const namesake = postDiff(other, path, newText, diff.tabName);
      await expectPending(context, namesake, "until its tab is closed");
      await expectPending(context, diff, "whatever another client closes");
      await closeTab(other, diff.tabName);
      await expectRejected(namesake, "close_tab");
      await expectPending(context, diff, "when another client closes a diff of the same name");
      await closeTab(owner, diff.tabName);
      await expectRejected(diff, "close_tab");
    },
  },
  {
    name: "TOOL-01/disconnect",
    title: "A client that leaves takes its diffs along: the name is free, and the endpoint goes on",
    async run(context) {
      await context.needsTools("openDiff", "close_tab");
      const path = await outsideFile(context, "left.txt", oldText);
      const name = tabName("left");
      const leaver = await context.session();
      await expectPending(context, postDiff(leaver, path, newText, name), "until its client leaves");
      leaver.destroy();
      await context.sleep(context.settings.times.quietMs);
      const client = await context.session();
      const diff = postDiff(client, path, newText, name);
      await expectPending(context, diff, "under the name of a diff whose client has left");
      await closeTab(client, name);
      await expectRejected(diff, "close_tab");
    },
  },
  {
    name: "TOOL-10/idempotent",
    title: "close_tab answers TAB_CLOSED for a name that is not there, as often as it is asked",
    async run(context) {
      await context.needsTools("close_tab");
      const client = await context.session();
      const name = tabName("absent");
      await closeTab(client, name);
      await closeTab(client, name);
    },
  },
  {
    name: "TOOL-11/none",
    title: "closeAllDiffTabs answers CLOSED_0_DIFF_TABS when there is none",
    async run(context) {
      await context.needsTools("closeAllDiffTabs");
      const client = await context.session();
      expectEqual((await useTool(client, "closeAllDiffTabs", {})).closed, 0, "the number of diffs that were closed");
    },
  },
  {
    name: "TOOL-11/own",
    title: "closeAllDiffTabs counts and rejects every diff of its client",
    async run(context) {
      await context.needsTools("openDiff", "closeAllDiffTabs");
      const client = await context.session();
      const path = await outsideFile(context, "all.txt", oldText);
      const first = postDiff(client, path, newText, tabName("first"));
      const second = postDiff(client, path, `${newText}four\n`, tabName("second"));
      await expectPending(context, first, "until it is closed");
      expectEqual((await useTool(client, "closeAllDiffTabs", {})).closed, 2, "the number of diffs that were closed");
      await expectRejected(first, "closeAllDiffTabs");
      await expectRejected(second, "closeAllDiffTabs");
      expectEqual((await useTool(client, "closeAllDiffTabs", {})).closed, 0, "the number when asked again");
    },
  },
];
