/** What the user points at (NOT-02). */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import { putFile } from "../files.js";

export const mentionCases: readonly ContractCase[] = [
  {
    title: "NOT-02 Mentions made before any client is there wait for one, and come in order",
    async run(room) {
      await room.withoutClients();
      const paths: string[] = [];
      for (const name of ["first.txt", "second.txt", "third.txt"]) paths.push(await room.file(name, "one\ntwo\n"));
      for (const path of paths) await room.hand.mention(path);
      const { inbox } = await room.connect();
      for (const path of paths) {
        const { before } = await inbox.mention(path);
        const early = before.filter((told) => told.kind === "mention");
        assert.deepEqual(early, [], `Other mentions came before that of ${path}`);
      }
    },
  },
  {
    title: "NOT-02 A mention of a file is its absolute path, and no lines",
    async run(room) {
      const path = await room.file("whole.txt", "one\ntwo\n");
      const { inbox } = await room.listener();
      await room.hand.mention(path);
      const { value } = await inbox.mention(path);
      // A null in place of a line would lose the whole message in the client.
      assert.deepEqual(value, { filePath: path });
    },
  },
  {
    title: "NOT-02 A mention of lines counts them from 0 and includes both",
    async run(room) {
      const path = await room.openFile("lines.txt", "zero\none\ntwo\nthree\n");
      const { inbox } = await room.listener();
      await room.hand.mention(path, { start: 1, end: 2 });
      assert.deepEqual((await inbox.mention(path)).value, { filePath: path, lineStart: 1, lineEnd: 2 });
      await room.hand.mention(path, { start: 0, end: 0 });
      assert.deepEqual((await inbox.mention(path)).value, { filePath: path, lineStart: 0, lineEnd: 0 });
    },
  },
  {
    title: "NOT-02 A path with spaces and odd characters is mentioned as it is",
    async run(room) {
      const path = await room.file("a folder/$HOME #1 (50%) 'ü' 文.txt", "one\n");
      const { inbox } = await room.listener();
      await room.hand.mention(path);
      assert.deepEqual((await inbox.mention(path)).value, { filePath: path });
    },
  },
  {
    title: "NOT-02 A folder can be mentioned",
    async run(room) {
      const folder = join(room.folder, "sub folder");
      await putFile(join(folder, "inside.txt"), "one\n");
      const { inbox } = await room.listener();
      await room.hand.mention(folder);
      const { value } = await inbox.find(`the mention of ${folder}`, (told) =>
        told.kind === "mention" && told.params.filePath.replace(/[/\\]$/, "") === folder ? told.params : undefined,
      );
      assert.equal(value.lineStart, undefined, "A folder has no lines");
    },
  },
  {
    title: "NOT-02 Mentions come in the order in which they were made",
    async run(room) {
      const paths: string[] = [];
      for (let i = 0; i < 5; i++) paths.push(await room.file(`${i}.txt`, "one\n"));
      const { inbox } = await room.listener();
      for (const path of paths) await room.hand.mention(path);
      const last = paths.at(-1) ?? "";
      const { before } = await inbox.mention(last);
      const mentioned = before.flatMap((told) => (told.kind === "mention" ? [told.params.filePath] : []));
      assert.deepEqual([...mentioned, last], paths);
    },
  },
];
