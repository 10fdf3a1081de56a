/** The example's main process with the stand-in for Electron. The tests start it as a separate program. */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { startEditor } from "../../examples/electron-editor/src/main/main.js";
import { ElectronStandIn, type FromMain, type ToStandIn } from "./electron-stand-in.js";

const [logFile = "", ...folders] = process.argv.slice(2);
const tell = (message: FromMain) => process.stdout.write(`${JSON.stringify(message)}\n`);
const standIn = new ElectronStandIn(tell);
await standIn.listen();

const { endpoint } = await startEditor({
  electron: standIn.electron,
  folders,
  resources: new URL(".", import.meta.url).pathname,
  tandem: {
    logLevel: "debug",
    logBodies: true,
    log: (entry) => appendFileSync(logFile, `${JSON.stringify(entry)}\n`),
  },
});
tell({ event: "ready", lockFile: endpoint.lockFile, port: endpoint.port });
createInterface({ input: process.stdin }).on("line", (line) => standIn.do(JSON.parse(line) as ToStandIn));
process.stdin.on("end", () => standIn.do({ do: "quit" }));
process.on("SIGTERM", () => standIn.do({ do: "quit" }));
