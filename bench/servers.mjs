/** A server in a process of its own, so that it does not share the event loop with the client that measures it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryEditor } from "@tandem/memory-editor";
import { createIde } from "@tandem/server";
import { WebSocketServer } from "ws";

const servers = {
  /** The floor: parses JSON, answers JSON, does nothing else. */
  async echo() {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
    server.on("connection", (socket) =>
      socket.on("message", (data) => {
        const { id, params } = JSON.parse(data.toString());
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: params }));
      }),
    );
    await new Promise((resolve) => server.once("listening", resolve));
    process.send({ port: server.address().port, authToken: "" });
  },

  async tandem() {
    const directory = mkdtempSync(join(tmpdir(), "tandem-bench-"));
    process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
    const editor = new MemoryEditor({ folders: [directory] });
    const { port, authToken } = await createIde(editor, { configDir: directory, home: directory, env: {} });
    process.send({ port, authToken });
  },
};

process.on("disconnect", () => process.exit());
await servers[process.argv[2]]();
