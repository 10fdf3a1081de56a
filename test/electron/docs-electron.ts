/** A stand-in for the module "electron" for the main process of docs/electron.md, with the window that its code expects. */
import { readFile } from "node:fs/promises";
import { ElectronStandIn } from "./electron-stand-in.js";

const standIn = new ElectronStandIn((message) => process.stdout.write(`${JSON.stringify(message)}\n`));
await standIn.listen();
const { electron } = standIn;
export const { app, ipcMain } = electron;

electron.protocol.handle("app", async ({ url }) => {
  const isPage = url.endsWith("page.js");
  const html =
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>';
  const body = isPage ? await readFile(new URL("page.js", import.meta.url)) : html;
  return new Response(body, { headers: { "content-type": isPage ? "text/javascript" : "text/html" } });
});
const webPreferences = { preload: "preload.cjs", contextIsolation: true, sandbox: true, nodeIntegration: false };
void new electron.BrowserWindow({ width: 800, height: 600, title: "", webPreferences }).loadURL("app://editor/");
process.stdin.on("end", () => process.exit(0)).resume();
