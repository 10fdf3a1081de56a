/** Obsidian as a row: its emulation in Node with the built plugin in it, because the application cannot be had on test machines. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Built } from "../obsidian/build.js";
import { handOf, RunningObsidian } from "../obsidian/launch.js";
import type { Row } from "./row.js";

/** As a user sets it: what messages say goes into the console. */
const settings = { logLevel: "debug", logBodies: true };

export function obsidianRow(built: () => Built): Row {
  return {
    name: "Obsidian, emulated",
    async launch({ folder, home }) {
      const data = join(folder, ".obsidian/plugins/tandem");
      mkdirSync(data, { recursive: true });
      writeFileSync(join(data, "data.json"), JSON.stringify(settings));
      const configDir = join(home, ".claude");
      const obsidian = await RunningObsidian.start(built(), { vault: folder, configDir, home });
      const locks = join(configDir, "ide");
      // There may be another editor beside it.
      const isOwn = (name: string) => JSON.parse(readFileSync(join(locks, name), "utf8")).pid === obsidian.process.pid;
      const lock = readdirSync(locks).find((name) => name.endsWith(".lock") && isOwn(name));
      if (lock === undefined) throw new Error("The plugin has written no lock.");
      return {
        hand: handOf(obsidian),
        name: "Obsidian",
        port: Number.parseInt(lock, 10),
        lockFile: join(locks, lock),
        // What the person sees of it in the status bar.
        clients: async () => Number(/^(\d+) session/.exec(await obsidian.do("statusTooltip"))?.[1] ?? 0),
        wireLog: () => obsidian.console,
        stop: () =>
          obsidian.process.exitCode === null ? obsidian.quit().catch(() => obsidian.kill()) : obsidian.kill(),
        kill: () => obsidian.kill(),
      };
    },
  };
}
