/** An endpoint in a process of its own, whose memory can be measured: it prints its port and token, and ends with its input. */
import { MemoryEditor } from "@tandem/memory-editor";
import { createEndpoint } from "@tandem/server";

const [folder = "", configDir = ""] = process.argv.slice(2);
const editor = new MemoryEditor({ folders: [folder], hasDiagnostics: true });
const ide = await createEndpoint(editor, {
  configDir,
  env: {},
  home: configDir,
  readyDelayMs: 0,
  workspaceRequests: "write",
});
console.log(JSON.stringify({ port: ide.port, authToken: ide.authToken }));
process.stdin.on("end", () => void ide.close());
process.stdin.resume();
