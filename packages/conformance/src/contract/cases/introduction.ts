/** How the editor makes itself known, and what it says that it can do. */
import assert from "node:assert/strict";
import { basename, isAbsolute } from "node:path";
import { toFileUri, toolNames } from "@tandem/protocol";
import type { ContractCase } from "../case.js";

export const introductionCases: readonly ContractCase[] = [
  {
    title: "LCK-06 A client that is started in the folder finds the editor by its lock, and no other",
    async run(room) {
      const { lock } = await room.editor.find();
      assert.ok(lock?.ideName, "The lock must name the editor");
      assert.ok(lock.authToken, "The lock must hold a token");
      assert.equal(lock.transport, "ws");
      assert.deepEqual(lock.workspaceFolders, room.editor.site.folders, "The folders of the lock");
      assert.equal((await room.editor.site.locks()).length, 1, "One editor has one lock");
    },
  },
  {
    title: "MCP-03 The tools on offer are those that the editor is said to have",
    async run(room) {
      const { client } = await room.connect();
      const offered = new Set(client.tools.map((tool) => tool.name));
      const missing = toolNames.filter((tool) => !offered.has(tool) && !room.cannot.includes(tool));
      assert.deepEqual(missing, [], "Not offered. Implement the editor's method, or name the tool in `cannot`");
      const surplus = toolNames.filter((tool) => offered.has(tool) && room.cannot.includes(tool));
      assert.deepEqual(surplus, [], "Offered, and yet named in `cannot`. Take it out there, so that it is judged");
    },
  },
  {
    title: "TOOL-06 getWorkspaceFolders names the open folder by name, URI and path",
    needs: ["getWorkspaceFolders"],
    async run(room) {
      const { client } = await room.connect();
      const { folder } = room.editor.site;
      const answer = await client.call("getWorkspaceFolders");
      assert.ok(isAbsolute(folder) && answer.success);
      assert.deepEqual(answer.folders, [{ name: basename(folder), uri: toFileUri(folder), path: folder }]);
      assert.equal(answer.rootPath, folder);
    },
  },
];
