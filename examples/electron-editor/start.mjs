/** `npm start [folder]`: builds the editor and runs it in Electron, which npx downloads the first time. */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildEditor } from "./build.mjs";

/** Not a dependency, so that Tandem's developers don't have to download Electron. */
const electron = "electron@45.3.2";

await buildEditor();
const here = dirname(fileURLToPath(import.meta.url));
const child = spawn("npx", ["--yes", electron, here, ...process.argv.slice(2)], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
