/** VS Code: its real server with the extension, and its page in Chromium. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { eventually } from "../eventually.js";
import { RunningVscode } from "../vscode/launch.js";
import type { Integration } from "./integration.js";

/** Returns all logs of the extension. */
function logsBelow(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const logs = names.filter((name) => name.endsWith("Tandem.log")).sort();
  return logs.map((name) => readFileSync(join(folder, name), "utf8")).join("");
}

async function findLock(home: string, others: ReadonlySet<string>): Promise<string> {
  const folder = join(home, ".claude", "ide");
  let found = "";
  await eventually(() => {
    const [name] = readdirSync(folder).filter((each) => each.endsWith(".lock") && !others.has(each));
    if (name === undefined) throw new Error("The extension wrote no lock file");
    found = join(folder, name);
  });
  return found;
}

function locksIn(home: string): Set<string> {
  try {
    return new Set(readdirSync(join(home, ".claude", "ide")));
  } catch {
    return new Set();
  }
}

export function vscodeIntegration(browser: () => Browser): Integration {
  return {
    name: "VS Code",
    has: ["diagnostics", "code"],
    async launch({ folder, home }) {
      const others = locksIn(home);
      const running = await RunningVscode.start(browser(), {
        folders: [folder],
        home,
        settings: { "tandem.log.bodies": true },
        env: { PYDEVD_DISABLE_FILE_VALIDATION: "1" },
      });
      const { driver, window } = running;
      const lockFile = await findLock(home, others);
      const { port, ideName }: { port: number; ideName: string } = JSON.parse(readFileSync(lockFile, "utf8"));
      return {
        driver,
        name: ideName,
        port,
        lockFile,
        // As shown in the status bar.
        clients: async () => Number(/(\d+) Claude Code session/.exec(await window.status())?.[1] ?? 0),
        async allowCode() {
          const code = await driver.shownCode();
          await driver.titleButton("Run Once").click();
          await driver.noCode();
          return code;
        },
        wireLog: () => logsBelow(running.root),
        stop: async () => {
          await running.quit();
          await running.stop();
        },
        kill: async () => {
          await running.server.kill();
          await running.stop();
        },
      };
    },
  };
}
