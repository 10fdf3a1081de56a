/** The in-memory editor: the fastest one, with every tool. */
import { join } from "node:path";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { memoryDriver } from "@tandem-ide/memory-editor/testing";
import { createEndpoint } from "@tandem-ide/server";
import type { Integration } from "./integration.js";

export const memoryIntegration: Integration = {
  name: "In memory",
  async launch({ folder, home }) {
    const editor = new MemoryEditor({
      name: "Memory",
      folders: [folder],
      hasDiagnostics: true,
      runCode: async () => [{ type: "text", text: "2\n" }],
    });
    const log: string[] = [];
    const endpoint = await createEndpoint(editor, {
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
      driver: memoryDriver(editor),
      name: "Memory",
      port: endpoint.port,
      lockFile: endpoint.lockFile,
      clients: () => endpoint.status.clients.filter(({ isListening }) => isListening).length,
      wireLog: () => log.join("\n"),
      stop: () => endpoint.close(),
      kill: () => endpoint.close(),
    };
  },
};
