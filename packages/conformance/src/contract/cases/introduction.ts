/** The editor's lock, its tools and its folders. */
import assert from "node:assert/strict";
import { basename, isAbsolute } from "node:path";
import { toFileUri, toolNames } from "@tandem-ide/protocol";
import type { ContractCase } from "../case.js";

export const introductionCases: readonly ContractCase[] = [
  {
    title: "LCK-06 A client that is started in the folder finds the editor by its lock",
    async run(context) {
      const { lock } = await context.editor.find();
      assert.ok(lock?.ideName, "The lock must have the editor's name");
      assert.ok(lock.authToken, "The lock must have a token");
      assert.equal(lock.transport, "ws");
      assert.deepEqual(lock.workspaceFolders, context.editor.fixture.folders, "The folders in the lock");
      assert.equal((await context.editor.fixture.locks()).length, 1, "There must be only one lock");
    },
  },
  {
    title: "MCP-03 The editor offers exactly the tools it is declared to support",
    async run(context) {
      const { client } = await context.connect();
      const offered = new Set(client.tools.map((tool) => tool.name));
      const missing = toolNames.filter((tool) => !offered.has(tool) && !context.cannot.includes(tool));
      assert.deepEqual(missing, [], "Missing tools. Implement the editor's method, or list the tool in `cannot`");
      const unexpected = toolNames.filter((tool) => offered.has(tool) && context.cannot.includes(tool));
      assert.deepEqual(
        unexpected,
        [],
        "Tools that exist although `cannot` lists them. Remove them there, so they are tested",
      );
    },
  },
  {
    title: "TOOL-06 getWorkspaceFolders returns the open folder's name, URI and path",
    needs: ["getWorkspaceFolders"],
    async run(context) {
      const { client } = await context.connect();
      const { folder } = context.editor.fixture;
      const answer = await client.call("getWorkspaceFolders");
      assert.ok(isAbsolute(folder) && answer.success);
      assert.deepEqual(answer.folders, [{ name: basename(folder), uri: toFileUri(folder), path: folder }]);
      assert.equal(answer.rootPath, folder);
    },
  },
];
