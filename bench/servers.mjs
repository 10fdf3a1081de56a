/** A server in a process of its own, so that it does not share the event loop with the client that measures it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Recorder, startInspector } from "@tandem/inspector";
import { MemoryEditor } from "@tandem/memory-editor";
import { createIde } from "@tandem/server";
import { WebSocketServer } from "ws";

function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "tandem-bench-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function inspect(target, directory, onEntry) {
  const editor = { name: "Bench", target: JSON.parse(target) };
  const { port, lockFile } = await startInspector({ editor, configDir: directory, env: {}, onEntry });
  const { authToken } = JSON.parse(readFileSync(lockFile, "utf8"));
  process.send({ port, authToken });
}

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
    const directory = temporaryDirectory();
    const editor = new MemoryEditor({ folders: [directory] });
    const { port, authToken } = await createIde(editor, { configDir: directory, home: directory, env: {} });
    process.send({ port, authToken });
  },

  /** The inspector before an endpoint, which nobody watches. */
  async inspector(target) {
    await inspect(target, temporaryDirectory(), () => {});
  },

  /** The same, recording. */
  async recorder(target) {
    const directory = temporaryDirectory();
    const header = { recording: 1, at: new Date().toISOString(), editor: "Bench", folders: [] };
    const recorder = await Recorder.open(join(directory, "bench.jsonl"), header, (error) => {
      throw error;
    });
    await inspect(target, directory, (entry) => recorder.add(entry));
  },
};

process.on("disconnect", () => process.exit());
const [, , kind, ...rest] = process.argv;
await servers[kind](...rest);
