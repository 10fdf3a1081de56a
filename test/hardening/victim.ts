/**
 * An endpoint in a separate process, whose memory can be measured. It prints its port and token, and exits when its
 * input ends.
 */
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint } from "@tandem-ide/server";

const [folder = "", configDir = ""] = process.argv.slice(2);
const editor = new MemoryEditor({ folders: [folder], hasDiagnostics: true });
const endpoint = await createEndpoint(editor, {
  configDir,
  env: {},
  home: configDir,
  readyDelayMs: 0,
  workspaceRequests: "write",
});
console.log(JSON.stringify({ port: endpoint.port, authToken: endpoint.authToken }));
process.stdin.on("end", () => void endpoint.close());
process.stdin.resume();
