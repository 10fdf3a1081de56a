/** The workbench: `tandem serve`, with its page in Chromium. */
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { WorkbenchDriver } from "../workbench/driver.js";
import { openPage, reopenWindow, serveWorkbench } from "../workbench/launch.js";
import type { Integration } from "./integration.js";

/** With TypeScript's language server, which is found on the PATH. */
const programs = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

export function workbenchIntegration(browser: () => Browser): Integration {
  return {
    name: "Workbench",
    has: ["diagnostics", "code", "windows"],
    async launch({ folder, home, tmp }) {
      const log = join(home, `wire-${process.hrtime.bigint()}.log`);
      const served = await serveWorkbench({
        folders: [folder],
        home,
        args: ["--log-level", "debug", "--log-bodies"],
        logFile: log,
        env: {
          PATH: `${programs}${delimiter}${process.env.PATH}`,
          PYDEVD_DISABLE_FILE_VALIDATION: "1",
          ...(tmp !== undefined && { TMPDIR: tmp }),
        },
      });
      const context = await browser().newContext();
      const page = await openPage(context, served.page);
      const stop = async (signal: NodeJS.Signals) => {
        await context.close();
        await served.end(signal);
      };
      const driver = new WorkbenchDriver(page, [folder]);
      return {
        driver: Object.assign(driver, { reopenWindow: () => reopenWindow(driver, context, served) }),
        name: "Tandem",
        port: served.port,
        lockFile: served.lockFile,
        // What the status bar shows.
        clients: async () =>
          Number((await driver.page.getByTestId("status-clients").getAttribute("data-listening")) ?? 0),
        async allowCode() {
          const question = driver.page.getByTestId("code-permission");
          const code = (await question.locator("pre").textContent()) ?? "";
          await question.getByTestId("code-once").click();
          await question.waitFor({ state: "detached" });
          return code;
        },
        wireLog: () => readFileSync(log, "utf8"),
        stop: () => stop("SIGTERM"),
        kill: () => stop("SIGKILL"),
      };
    },
  };
}
