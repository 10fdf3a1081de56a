/** The built plugin in an emulation of Obsidian in Node, because test machines don't have the application. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Built } from "../obsidian/build.js";
import { obsidianDriver, RunningObsidian } from "../obsidian/launch.js";
import type { Integration } from "./integration.js";

/** Logs messages with their content to the console. */
const settings = { logLevel: "debug", logBodies: true };

export function obsidianIntegration(built: () => Built): Integration {
  return {
    name: "Obsidian, emulated",
    async launch({ folder, home }) {
      const data = join(folder, ".obsidian/plugins/tandem-ide");
      mkdirSync(data, { recursive: true });
      writeFileSync(join(data, "data.json"), JSON.stringify(settings));
      const configDir = join(home, ".claude");
      const obsidian = await RunningObsidian.start(built(), { vault: folder, configDir, home });
      const locks = join(configDir, "ide");
      // Another editor may be running.
      const isOwn = (name: string) => JSON.parse(readFileSync(join(locks, name), "utf8")).pid === obsidian.process.pid;
      const lock = readdirSync(locks).find((name) => name.endsWith(".lock") && isOwn(name));
      if (lock === undefined) throw new Error("The plugin wrote no lock file.");
      return {
        driver: obsidianDriver(obsidian),
        name: "Obsidian",
        port: Number.parseInt(lock, 10),
        lockFile: join(locks, lock),
        // As shown in the status bar.
        clients: async () => Number(/(\d+) Claude Code session/.exec(await obsidian.do("statusTooltip"))?.[1] ?? 0),
        wireLog: () => obsidian.console,
        stop: () =>
          obsidian.process.exitCode === null ? obsidian.quit().catch(() => obsidian.kill()) : obsidian.kill(),
        kill: () => obsidian.kill(),
      };
    },
  };
}
