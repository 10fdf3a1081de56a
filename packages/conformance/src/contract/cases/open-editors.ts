/** The list of open files, and closing one by its label (TOOL-05, TOOL-10). */
import assert from "node:assert/strict";
import { toFileUri } from "@tandem/protocol";
import type { ContractCase } from "../case.js";
import { span } from "./selection.js";

export const openEditorsCases: readonly ContractCase[] = [
  {
    title: "TOOL-05 Each open file is listed once, with its path, URI, label, language and number of lines",
    needs: ["getOpenEditors"],
    async run(room) {
      const paths = [await room.openFile("a b.txt", "one\ntwo\nthree\n"), await room.openFile("two.md", "# Two")];
      const client = await room.connect();
      await room.eventually(async () => {
        const tabs = (await room.tabs(client)).filter((tab) => paths.includes(tab.fileName));
        assert.deepEqual(tabs.map((tab) => tab.fileName).sort(), [...paths].sort());
        for (const tab of tabs) {
          assert.equal(tab.uri, toFileUri(tab.fileName));
          assert.equal(tab.isUntitled, false);
          assert.equal(tab.isDirty, false);
          assert.notEqual(tab.label, "", "A tab has a label");
          assert.notEqual(tab.languageId, "", "A file has a language, if only plaintext");
          assert.equal(tab.viewColumn, tab.groupIndex + 1);
        }
        assert.equal((await room.tabOf(client, paths[0] ?? "")).lineCount, 4, "Line breaks plus one");
        assert.equal((await room.tabOf(client, paths[1] ?? "")).lineCount, 1, "Line breaks plus one");
      });
    },
  },
  {
    title: "TOOL-05 The file in front is the active one, and there is only one",
    needs: ["getOpenEditors"],
    async run(room) {
      const first = await room.openFile("first.txt", "one\n");
      const second = await room.openFile("second.txt", "one\n");
      const client = await room.connect();
      for (const path of [second, first]) {
        await room.hand.openFile(path);
        await room.eventually(async () => {
          const active = (await room.tabs(client)).filter((tab) => tab.isActive && tab.isGroupActive);
          assert.deepEqual(
            active.map((tab) => tab.fileName),
            [path],
          );
        });
      }
    },
  },
  {
    title: "TOOL-05 A file with unsaved changes is listed as dirty, with the lines it has now",
    needs: ["getOpenEditors", "type"],
    async run(room) {
      const path = await room.openFile("dirty.txt", "one\ntwo\n");
      const client = await room.connect();
      await room.hand.select(path, span(0, 3, 0, 3));
      await room.hand.type("\nmore");
      await room.eventually(async () => {
        const tab = await room.tabOf(client, path);
        assert.equal(tab.isDirty, true);
        assert.equal(tab.lineCount, 4);
      });
    },
  },
  {
    title: "TOOL-05 A file that was closed is no longer listed",
    needs: ["getOpenEditors"],
    async run(room) {
      const path = await room.openFile("closed.txt", "one\n");
      const client = await room.connect();
      await room.eventually(() => room.tabOf(client, path));
      await room.hand.closeFile(path);
      await room.eventually(async () => {
        const names = (await room.tabs(client)).map((tab) => tab.fileName);
        assert.ok(!names.includes(path), `${path} is listed after it was closed`);
      });
    },
  },
  {
    title: "TOOL-10 close_tab closes a file by the label that is listed",
    needs: ["getOpenEditors", "close_tab"],
    async run(room) {
      const path = await room.openFile("by-label.txt", "one\n");
      const participant = await room.connect();
      const { label } = await room.eventually(() => room.tabOf(participant, path));
      const answer = await participant.client.call("close_tab", { tab_name: label });
      assert.equal(answer.message, "TAB_CLOSED");
      await room.eventually(async () => {
        const names = (await room.tabs(participant)).map((tab) => tab.fileName);
        assert.ok(!names.includes(path), `${path} is open after close_tab`);
      });
    },
  },
  {
    title: "TOOL-10 close_tab refuses a file with unsaved changes and leaves it as it is",
    needs: ["getOpenEditors", "close_tab", "type"],
    async run(room) {
      const path = await room.openFile("unsaved-tab.txt", "one\n");
      const participant = await room.connect();
      await room.hand.select(path, span(0, 0, 0, 0));
      await room.hand.type("unsaved ");
      const { label } = await room.eventually(async () => {
        const tab = await room.tabOf(participant, path);
        assert.equal(tab.isDirty, true);
        return tab;
      });
      const answer = await participant.client.callRaw("close_tab", { tab_name: label });
      assert.equal(answer.isError, true, "Unsaved changes must not be lost: isError is expected");
      assert.equal((await room.tabOf(participant, path)).isDirty, true, "The changes must still be there");
    },
  },
];
