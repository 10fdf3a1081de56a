/** The in-memory editor as a row: the quickest there is, with every tool. */
import { join } from "node:path";
import { MemoryEditor } from "@tandem/memory-editor";
import { memoryHand } from "@tandem/memory-editor/testing";
import { createEndpoint } from "@tandem/server";
import type { Row } from "./row.js";

export const memoryRow: Row = {
  name: "In memory",
  async launch({ folder, home }) {
    const editor = new MemoryEditor({
      name: "Memory",
      folders: [folder],
      hasDiagnostics: true,
      runCode: async () => [{ type: "text", text: "2\n" }],
    });
    const log: string[] = [];
    const ide = await createEndpoint(editor, {
      configDir: join(home, ".claude"),
      home,
      env: {},
      workspaceRequests: "write",
      allowedCode: { has: () => true, set: () => {} },
      logLevel: "debug",
      logBodies: true,
      log: (entry) => log.push(JSON.stringify(entry)),
    });
    return {
      hand: memoryHand(editor),
      name: "Memory",
      port: ide.port,
      lockFile: ide.lockFile,
      clients: () => ide.status.clients.filter(({ isListening }) => isListening).length,
      wireLog: () => log.join("\n"),
      stop: () => ide.close(),
      kill: () => ide.close(),
    };
  },
};
