/** The Electron example: its main process in Node and its page in Chromium, with a stand-in for Electron. */
import type { Browser } from "playwright-core";
import { type BuiltEditor, RunningElectron } from "../electron/launch.js";
import type { Integration } from "./integration.js";

export function electronIntegration(built: () => BuiltEditor, browser: () => Browser): Integration {
  return {
    name: "Electron (CodeMirror kit)",
    has: ["windows"],
    async launch({ folder, home }) {
      const running = await RunningElectron.start({ built: built(), browser: browser(), folders: [folder], home });
      const { driver, port, lockFile } = running;
      return {
        driver,
        name: "Electron Editor",
        port,
        lockFile,
        // As shown in the status bar.
        clients: async () => Number((await running.page.locator("#connection").getAttribute("data-listening")) ?? 0),
        wireLog: () => running.wireLog(),
        stop: () => running.end("SIGTERM"),
        kill: () => running.end("SIGKILL"),
      };
    },
  };
}
