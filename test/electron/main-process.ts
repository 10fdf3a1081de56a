/** The example's main process with the stand-in for Electron: what the tests start as a program of its own. */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { startEditor } from "../../examples/electron-editor/src/main/main.js";
import { ElectronStandIn, type FromMain, type ToStandIn } from "./electron-stand-in.js";

const [logFile = "", ...folders] = process.argv.slice(2);
const tell = (message: FromMain) => process.stdout.write(`${JSON.stringify(message)}\n`);
const standIn = new ElectronStandIn(tell);
await standIn.listen();

const { ide } = await startEditor({
  electron: standIn.electron,
  folders,
  resources: new URL(".", import.meta.url).pathname,
  tandem: {
    logLevel: "debug",
    logBodies: true,
    log: (entry) => appendFileSync(logFile, `${JSON.stringify(entry)}\n`),
  },
});
tell({ event: "ready", lockFile: ide.lockFile, port: ide.port });
createInterface({ input: process.stdin }).on("line", (line) => standIn.do(JSON.parse(line) as ToStandIn));
process.stdin.on("end", () => standIn.do({ do: "quit" }));
process.on("SIGTERM", () => standIn.do({ do: "quit" }));
