/** The Electron example as a row: its main process in Node, its page in Chromium, a stand-in for Electron around them. */
import type { Browser } from "playwright-core";
import { type BuiltEditor, RunningElectron } from "../electron/launch.js";
import type { Row } from "./row.js";

export function electronRow(built: () => BuiltEditor, browser: () => Browser): Row {
  return {
    name: "Electron (CodeMirror kit)",
    has: ["windows"],
    async launch({ folder, home }) {
      const running = await RunningElectron.start({ built: built(), browser: browser(), folders: [folder], home });
      const { hand, port, lockFile } = running;
      return {
        hand,
        name: "Electron Editor",
        port,
        lockFile,
        // What the person sees of it in the status bar.
        clients: async () => Number((await running.page.locator("#connection").getAttribute("data-listening")) ?? 0),
        wireLog: () => running.wireLog(),
        stop: () => running.end("SIGTERM"),
        kill: () => running.end("SIGKILL"),
      };
    },
  };
}
