/** Listing open files, and closing one by its label (TOOL-05, TOOL-10). */
import assert from "node:assert/strict";
import { toFileUri } from "@tandem-ide/protocol";
import type { ContractCase } from "../case.js";
import { span } from "./selection.js";

export const openEditorsCases: readonly ContractCase[] = [
  {
    title: "TOOL-05 Each open file is listed once with its path, URI, label, language and line count",
    needs: ["getOpenEditors"],
    async run(context) {
      const paths = [await context.openFile("a b.txt", "one\ntwo\nthree\n"), await context.openFile("two.md", "# Two")];
      const client = await context.connect();
      await context.eventually(async () => {
        const tabs = (await context.tabs(client)).filter((tab) => paths.includes(tab.fileName));
        assert.deepEqual(tabs.map((tab) => tab.fileName).sort(), [...paths].sort());
        for (const tab of tabs) {
          assert.equal(tab.uri, toFileUri(tab.fileName));
          assert.equal(tab.isUntitled, false);
          assert.equal(tab.isDirty, false);
          assert.notEqual(tab.label, "", "A tab must have a label");
          assert.notEqual(tab.languageId, "", "A file must have a language, such as plaintext");
          assert.equal(tab.viewColumn, tab.groupIndex + 1);
        }
        assert.equal((await context.tabOf(client, paths[0] ?? "")).lineCount, 4, "Line breaks plus one");
        assert.equal((await context.tabOf(client, paths[1] ?? "")).lineCount, 1, "Line breaks plus one");
      });
    },
  },
  {
    title: "TOOL-05 Only the visible file is active",
    needs: ["getOpenEditors"],
    async run(context) {
      const first = await context.openFile("first.txt", "one\n");
      const second = await context.openFile("second.txt", "one\n");
      const client = await context.connect();
      for (const path of [second, first]) {
        await context.driver.openFile(path);
        await context.eventually(async () => {
          const active = (await context.tabs(client)).filter((tab) => tab.isActive && tab.isGroupActive);
          assert.deepEqual(
            active.map((tab) => tab.fileName),
            [path],
          );
        });
      }
    },
  },
  {
    title: "TOOL-05 A file with unsaved changes is listed as dirty with its current line count",
    needs: ["getOpenEditors", "type"],
    async run(context) {
      const path = await context.openFile("dirty.txt", "one\ntwo\n");
      const client = await context.connect();
      await context.driver.select(path, span(0, 3, 0, 3));
      await context.driver.type("\nmore");
      await context.eventually(async () => {
        const tab = await context.tabOf(client, path);
        assert.equal(tab.isDirty, true);
        assert.equal(tab.lineCount, 4);
      });
    },
  },
  {
    title: "TOOL-05 A closed file is no longer listed",
    needs: ["getOpenEditors"],
    async run(context) {
      const path = await context.openFile("closed.txt", "one\n");
      const client = await context.connect();
      await context.eventually(() => context.tabOf(client, path));
      await context.driver.closeFile(path);
      await context.eventually(async () => {
        const names = (await context.tabs(client)).map((tab) => tab.fileName);
        assert.ok(!names.includes(path), `${path} is still listed after it was closed`);
      });
    },
  },
  {
    title: "TOOL-10 close_tab closes a file by its listed label",
    needs: ["getOpenEditors", "close_tab"],
    async run(context) {
      const path = await context.openFile("by-label.txt", "one\n");
      const participant = await context.connect();
      const { label } = await context.eventually(() => context.tabOf(participant, path));
      const answer = await participant.client.call("close_tab", { tab_name: label });
      assert.equal(answer.message, "TAB_CLOSED");
      await context.eventually(async () => {
        const names = (await context.tabs(participant)).map((tab) => tab.fileName);
        assert.ok(!names.includes(path), `${path} is still open after close_tab`);
      });
    },
  },
  {
    title: "TOOL-10 close_tab refuses to close a file with unsaved changes",
    needs: ["getOpenEditors", "close_tab", "type"],
    async run(context) {
      const path = await context.openFile("unsaved-tab.txt", "one\n");
      const participant = await context.connect();
      await context.driver.select(path, span(0, 0, 0, 0));
      await context.driver.type("unsaved ");
      const { label } = await context.eventually(async () => {
        const tab = await context.tabOf(participant, path);
        assert.equal(tab.isDirty, true);
        return tab;
      });
      const answer = await participant.client.callRaw("close_tab", { tab_name: label });
      assert.equal(answer.isError, true, "Unsaved changes must not be lost, so isError must be true");
      assert.equal((await context.tabOf(participant, path)).isDirty, true, "The changes must still be there");
    },
  },
];
