/** Mentions (NOT-02). */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import { createFile } from "../files.js";

export const mentionCases: readonly ContractCase[] = [
  {
    title: "NOT-02 Mentions before the first client are queued and delivered in order",
    async run(context) {
      await context.withoutClients();
      const paths: string[] = [];
      for (const name of ["first.txt", "second.txt", "third.txt"]) paths.push(await context.file(name, "one\ntwo\n"));
      for (const path of paths) await context.driver.mention(path);
      const { inbox } = await context.connect();
      for (const path of paths) {
        const { before } = await inbox.mention(path);
        const early = before.filter((each) => each.kind === "mention");
        assert.deepEqual(early, [], `Other mentions arrived before that of ${path}`);
      }
    },
  },
  {
    title: "NOT-02 A file mention has the absolute path and no lines",
    async run(context) {
      const path = await context.file("whole.txt", "one\ntwo\n");
      const { inbox } = await context.listener();
      await context.driver.mention(path);
      const { value } = await inbox.mention(path);
      // With null as a line, the client would drop the whole message.
      assert.deepEqual(value, { filePath: path });
    },
  },
  {
    title: "NOT-02 The lines of a mention are counted from 0 and include both ends",
    async run(context) {
      const path = await context.openFile("lines.txt", "zero\none\ntwo\nthree\n");
      const { inbox } = await context.listener();
      await context.driver.mention(path, { start: 1, end: 2 });
      assert.deepEqual((await inbox.mention(path)).value, { filePath: path, lineStart: 1, lineEnd: 2 });
      await context.driver.mention(path, { start: 0, end: 0 });
      assert.deepEqual((await inbox.mention(path)).value, { filePath: path, lineStart: 0, lineEnd: 0 });
    },
  },
  {
    title: "NOT-02 A path with spaces and special characters is mentioned unchanged",
    async run(context) {
      const path = await context.file("a folder/$HOME #1 (50%) 'ü' 文.txt", "one\n");
      const { inbox } = await context.listener();
      await context.driver.mention(path);
      assert.deepEqual((await inbox.mention(path)).value, { filePath: path });
    },
  },
  {
    title: "NOT-02 A folder can be mentioned",
    async run(context) {
      const folder = join(context.folder, "sub folder");
      await createFile(join(folder, "inside.txt"), "one\n");
      const { inbox } = await context.listener();
      await context.driver.mention(folder);
      const { value } = await inbox.find(`the mention of ${folder}`, (each) =>
        each.kind === "mention" && each.params.filePath.replace(/[/\\]$/, "") === folder ? each.params : undefined,
      );
      assert.equal(value.lineStart, undefined, "A folder must not have lines");
    },
  },
  {
    title: "NOT-02 Mentions arrive in order",
    async run(context) {
      const paths: string[] = [];
      for (let i = 0; i < 5; i++) paths.push(await context.file(`${i}.txt`, "one\n"));
      const { inbox } = await context.listener();
      for (const path of paths) await context.driver.mention(path);
      const last = paths.at(-1) ?? "";
      const { before } = await inbox.mention(last);
      const mentioned = before.flatMap((each) => (each.kind === "mention" ? [each.params.filePath] : []));
      assert.deepEqual([...mentioned, last], paths);
    },
  },
];
