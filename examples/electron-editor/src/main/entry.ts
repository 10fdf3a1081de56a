/** Electron's entry point. */
import { resolve } from "node:path";
import * as electron from "electron";
import { startEditor } from "./main.js";

const folders = process.argv
  .slice(electron.app.isPackaged ? 1 : 2)
  .filter((each) => !each.startsWith("-"))
  .map((each) => resolve(each));

startEditor({ electron, folders, resources: __dirname }).catch((error: unknown) => {
  electron.dialog.showErrorBox("The editor couldn't start", error instanceof Error ? error.message : String(error));
  electron.app.quit();
});
