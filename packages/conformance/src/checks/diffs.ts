/** Diffs and their tabs (TOOL-01, TOOL-10, TOOL-11). Without a user, these can only be rejected. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { closeTab, expectClosable, expectPending, expectRejected, postDiff, tabName, useTool } from "../calls.js";
import { type Check, inSession } from "../check.js";
import { expectEqual } from "../expect.js";
import { outsideDirectory, outsideFile } from "../files.js";
import { Failure } from "../outcome.js";

const oldText = "one\ntwo\nthree\n";
const newText = "one\n2\nthree\n";

export const diffChecks: readonly Check[] = [
  {
    name: "TOOL-01/waits",
    title: "openDiff waits for the user's decision",
    run: inSession(["openDiff"], async (client, context) => {
      const path = await outsideFile(context, "waits.txt", oldText);
      const diff = postDiff(client, path, newText, tabName("waits"));
      await expectPending(context, diff, "until someone decides");
    }),
  },
  {
    name: "TOOL-01/close-tab",
    title: "close_tab rejects the pending diff with that name: DIFF_REJECTED and the tab name",
    run: inSession(["openDiff", "close_tab"], async (client, context) => {
      const diff = postDiff(client, await outsideFile(context, "close.txt", oldText), newText, tabName("close"));
      await expectClosable(context, diff);
    }),
  },
  {
    name: "TOOL-01/new-file",
    title: "A diff for a new file can be shown and rejected without creating the file",
    run: inSession(["openDiff", "close_tab"], async (client, context) => {
      const path = join(await outsideDirectory(context), "new file.txt");
      const diff = postDiff(client, path, newText, tabName("new"));
      await expectClosable(context, diff);
      const created = await stat(path).catch(() => undefined);
      if (created) throw new Failure("no file after a rejected proposal", "the file was created");
    }),
  },
  {
    name: "TOOL-01/same-name",
    title: "A second diff with the same name rejects and replaces the first",
    run: inSession(["openDiff", "close_tab"], async (client, context) => {
      const path = await outsideFile(context, "again.txt", oldText);
      const name = tabName("again");
      const first = postDiff(client, path, newText, name);
      await expectPending(context, first, "until another diff takes its name");
      const second = postDiff(client, path, `${newText}four\n`, name);
      await expectRejected(first, "another diff took its name");
      await expectClosable(context, second);
    }),
  },
  {
    name: "TOOL-01/not-written",
    title: "The endpoint never writes the file",
    run: inSession(["openDiff", "close_tab"], async (client, context) => {
      const path = await outsideFile(context, "mine.txt", oldText);
      const before = await stat(path);
      const diff = postDiff(client, path, newText, tabName("mine"));
      await expectClosable(context, diff);
      const after = await stat(path);
      expectEqual(await readFile(path, "utf8"), oldText, "the file's text after a diff");
      // The client refuses its own write even if only the time has changed.
      if (after.mtimeMs !== before.mtimeMs || after.ino !== before.ino)
        throw new Failure("an untouched file", "the file was rewritten");
    }),
  },
  {
    name: "TOOL-01/other-client",
    title: "Another client's closeAllDiffTabs, close_tab and identical tab name don't affect a diff",
    async run(context) {
      await context.needsTools("openDiff", "close_tab", "closeAllDiffTabs");
      await context.needsManyClients();
      const owner = await context.session();
      const path = await outsideFile(context, "owned.txt", oldText);
      const diff = postDiff(owner, path, newText, tabName("owned"));
      await expectPending(context, diff, "until its owner closes it");
      const other = await context.session();
      expectEqual(
        (await useTool(other, "closeAllDiffTabs", {})).closed,
        0,
        "the number of closed diffs of a client without any",
      );
      await closeTab(other, diff.tabName);
      const sameNameDiff = postDiff(other, path, newText, diff.tabName);
      await expectPending(context, sameNameDiff, "until its tab is closed");
      await expectPending(context, diff, "when another client opens one with the same name");
      await closeTab(other, diff.tabName);
      await expectRejected(sameNameDiff, "close_tab");
      await expectPending(context, diff, "when another client closes a diff with the same name");
      await expectClosable(context, diff);
    },
  },
  {
    name: "TOOL-01/disconnect",
    title: "A disconnect closes the client's diffs: their names are free and the endpoint keeps working",
    async run(context) {
      await context.needsTools("openDiff", "close_tab");
      const path = await outsideFile(context, "left.txt", oldText);
      const name = tabName("left");
      const leaving = await context.session();
      await expectPending(context, postDiff(leaving, path, newText, name), "until its client leaves");
      leaving.destroy();
      await context.sleep(context.settings.times.quietMs);
      const client = await context.session();
      const diff = postDiff(client, path, newText, name);
      await expectClosable(context, diff);
    },
  },
  {
    name: "TOOL-10/idempotent",
    title: "close_tab answers TAB_CLOSED for an unknown name, every time",
    run: inSession(["close_tab"], async (client) => {
      const name = tabName("absent");
      await closeTab(client, name);
      await closeTab(client, name);
    }),
  },
  {
    name: "TOOL-11/none",
    title: "closeAllDiffTabs answers CLOSED_0_DIFF_TABS if there are none",
    run: inSession(["closeAllDiffTabs"], async (client) => {
      expectEqual((await useTool(client, "closeAllDiffTabs", {})).closed, 0, "the number of closed diffs");
    }),
  },
  {
    name: "TOOL-11/own",
    title: "closeAllDiffTabs counts and rejects all diffs of its client",
    run: inSession(["openDiff", "closeAllDiffTabs"], async (client, context) => {
      const path = await outsideFile(context, "all.txt", oldText);
      const first = postDiff(client, path, newText, tabName("first"));
      const second = postDiff(client, path, `${newText}four\n`, tabName("second"));
      await expectPending(context, first, "until it is closed");
      expectEqual((await useTool(client, "closeAllDiffTabs", {})).closed, 2, "the number of closed diffs");
      await expectRejected(first, "closeAllDiffTabs");
      await expectRejected(second, "closeAllDiffTabs");
      expectEqual(
        (await useTool(client, "closeAllDiffTabs", {})).closed,
        0,
        "the number of closed diffs the second time",
      );
    }),
  },
];
