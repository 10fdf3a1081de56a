/** What is withheld by rule never reaches a client (PRV-01). */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import { putFile } from "../files.js";
import type { Told } from "../inbox.js";
import type { Room } from "../room.js";
import { span } from "./selection.js";

const secret = "PASSWORD=correct horse\n";

/** Nothing that was told names the file or holds its text. */
function expectSilent(told: readonly Told[], path: string): void {
  const leaks = told.filter((each) => {
    const words = JSON.stringify(each);
    return words.includes(JSON.stringify(path).slice(1, -1)) || words.includes("PASSWORD");
  });
  assert.deepEqual(leaks, [], "A withheld file was told");
}

/** Selects in a withheld file and mentions it; then in another, by which all that was to come has come. */
async function expectWithheld(room: Room, path: string): Promise<void> {
  const { inbox } = await room.listener();
  await room.hand.openFile(path);
  await room.hand.select(path, span(0, 0, 0, 8));
  await room.hand.select(path, span(0, 9, 0, 16));
  await room.hand.mention(path);
  const marker = await room.openFile("marker.txt", "one\n");
  await room.hand.select(marker, span(0, 0, 0, 3));
  expectSilent((await inbox.selection({ path: marker, text: "one", range: span(0, 0, 0, 3) })).before, path);
  await room.hand.mention(marker);
  expectSilent((await inbox.mention(marker)).before, path);
}

const withheld = { success: false, message: "Withheld by privacy rules" };

export const privacyCases: readonly ContractCase[] = [
  {
    title: "PRV-01 A selection and a mention in .env reach no client",
    async run(room) {
      await expectWithheld(room, await room.file(".env", secret));
    },
  },
  {
    title: "PRV-01 A file that .tandemignore names reaches no client",
    async run(room) {
      const rules = join(room.editor.site.folder, ".tandemignore");
      await putFile(rules, "# What the user keeps to themselves\ndiary-*.txt\n");
      room.defer(() => rm(rules));
      await expectWithheld(room, await room.file("diary-2024.txt", secret));
    },
  },
  {
    title: "PRV-01 A client that comes while a withheld file is in front is not told of it",
    async run(room) {
      const path = await room.openFile(".env.local", secret);
      await room.hand.select(path, span(0, 0, 0, 8));
      expectSilent(await room.untilListening(await room.connect()), path);
    },
  },
  {
    title: "PRV-01 getCurrentSelection and getLatestSelection refuse in a withheld file, with the reason",
    needs: ["getCurrentSelection", "getLatestSelection"],
    async run(room) {
      const path = await room.openFile(".env", secret);
      await room.hand.select(path, span(0, 0, 0, 8));
      const { client } = await room.connect();
      await room.eventually(async () => {
        assert.deepEqual(await client.call("getCurrentSelection"), withheld);
        assert.deepEqual(await client.call("getLatestSelection"), withheld);
      });
    },
  },
  {
    title: "PRV-01 getOpenEditors leaves a withheld file out",
    needs: ["getOpenEditors"],
    async run(room) {
      const path = await room.openFile(".env", secret);
      const plain = await room.openFile("plain.txt", "one\n");
      const participant = await room.connect();
      await room.eventually(() => room.tabOf(participant, plain));
      const names = (await room.tabs(participant)).map((tab) => tab.fileName);
      assert.ok(!names.includes(path), "A withheld file is listed");
    },
  },
];
