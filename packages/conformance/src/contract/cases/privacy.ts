/** Hidden files never reach a client (PRV-01). */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";
import { createFile } from "../files.js";
import type { Received } from "../inbox.js";
import { span } from "./selection.js";

const secret = "PASSWORD=correct horse\n";

/** Checks that no notification contains the file's path or text. */
function expectNoLeak(received: readonly Received[], path: string): void {
  const leaks = received.filter((each) => {
    const text = JSON.stringify(each);
    return text.includes(JSON.stringify(path).slice(1, -1)) || text.includes("PASSWORD");
  });
  assert.deepEqual(leaks, [], "A hidden file was shared");
}

/** Selects text in a hidden file and mentions it, then another file, whose notifications mark the end. */
async function expectHidden(context: CaseContext, path: string): Promise<void> {
  const { inbox } = await context.listener();
  await context.driver.openFile(path);
  await context.driver.select(path, span(0, 0, 0, 8));
  await context.driver.select(path, span(0, 9, 0, 16));
  await context.driver.mention(path);
  const marker = await context.openFile("marker.txt", "one\n");
  await context.driver.select(marker, span(0, 0, 0, 3));
  expectNoLeak((await inbox.selection({ path: marker, text: "one", range: span(0, 0, 0, 3) })).before, path);
  await context.driver.mention(marker);
  expectNoLeak((await inbox.mention(marker)).before, path);
}

const hidden = { success: false, message: "Hidden by privacy rules" };

export const privacyCases: readonly ContractCase[] = [
  {
    title: "PRV-01 Selections and mentions in .env don't reach clients",
    run: async (context) => expectHidden(context, await context.file(".env", secret)),
  },
  {
    title: "PRV-01 A file listed in .tandemignore doesn't reach clients",
    async run(context) {
      const rules = join(context.editor.fixture.folder, ".tandemignore");
      await createFile(rules, "# Private files\ndiary-*.txt\n");
      context.defer(() => rm(rules));
      await expectHidden(context, await context.file("diary-2024.txt", secret));
    },
  },
  {
    title: "PRV-01 A client that connects while a hidden file is active doesn't get its selection",
    async run(context) {
      const path = await context.openFile(".env.local", secret);
      await context.driver.select(path, span(0, 0, 0, 8));
      expectNoLeak(await context.untilListening(await context.connect()), path);
    },
  },
  {
    title: "PRV-01 getCurrentSelection and getLatestSelection refuse in a hidden file with the reason",
    needs: ["getCurrentSelection", "getLatestSelection"],
    async run(context) {
      const path = await context.openFile(".env", secret);
      await context.driver.select(path, span(0, 0, 0, 8));
      const { client } = await context.connect();
      await context.eventually(async () => {
        assert.deepEqual(await client.call("getCurrentSelection"), hidden);
        assert.deepEqual(await client.call("getLatestSelection"), hidden);
      });
    },
  },
  {
    title: "PRV-01 getOpenEditors omits hidden files",
    needs: ["getOpenEditors"],
    async run(context) {
      const path = await context.openFile(".env", secret);
      const other = await context.openFile("other.txt", "one\n");
      const participant = await context.connect();
      await context.eventually(() => context.tabOf(participant, other));
      const names = (await context.tabs(participant)).map((tab) => tab.fileName);
      assert.ok(!names.includes(path), "A hidden file is listed");
    },
  },
];
