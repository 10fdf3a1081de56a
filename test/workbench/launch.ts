/** Starts `tandem serve` and opens its page in a browser. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import type { Finding, LaunchedEditor, LaunchOptions } from "@tandem-ide/conformance";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { main } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { showOnFailure } from "../on-failure.js";
import { WorkbenchDriver } from "./driver.js";
import { prepareFindings } from "./findings.js";
import { passSettling } from "./settling.js";

export interface ServedWorkbench {
  readonly child: ChildProcess;
  readonly port: number;
  readonly lockFile: string;
  /** A link to the page that works once. */
  readonly page: string;
  /** Types a command at the prompt. */
  say(line: string): void;
  /** All printed lines so far. */
  readonly lines: readonly string[];
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ServeOptions {
  readonly folders: readonly string[];
  readonly home: string;
  readonly configDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The log file. Defaults to the test's standard error. */
  readonly logFile?: string;
}

/** Runs the command without the environment variables of the tests. */
export async function serveWorkbench(options: ServeOptions): Promise<ServedWorkbench> {
  const { folders, home, configDir, env = {}, args = [], logFile } = options;
  const child = spawn(process.execPath, [main, "serve", "--json", "--no-open", ...args, ...folders], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TMPDIR: tmpdir(),
      LANG: "C.UTF-8",
      ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: configDir }),
      ...env,
    },
    stdio: "pipe",
  });
  child.stderr.pipe(logFile === undefined ? process.stderr : createWriteStream(logFile), {
    end: logFile !== undefined,
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const exited = once(child, "exit");
  const close = showOnFailure("tandem serve printed", () => lines.slice(1).join("\n"));
  void exited.then(close);
  await Promise.race([once(reader, "line"), exited]);
  if (child.exitCode !== null) throw new Error(`tandem serve ended with ${child.exitCode}`);
  const ready: { port: number; lockFile: string; page: string } = JSON.parse(lines[0] ?? "");
  return {
    child,
    lines,
    ...ready,
    say: (line) => child.stdin.write(`${line}\n`),
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}

/** Opens a window. Windows of one context share cookies. */
export async function openPage(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('[data-testid="tree-row"]').first().waitFor();
  return page;
}

/** Closes the window, and opens another one once `tandem serve` has reported a pending review, so it isn't a reload. */
export async function reopenWindow(
  driver: WorkbenchDriver,
  context: BrowserContext,
  served: ServedWorkbench,
): Promise<void> {
  const unseen = () => served.lines.filter((line) => line.includes('"reviews-unseen"')).length;
  const before = unseen();
  const url = new URL("/", driver.page.url()).href;
  await driver.page.close({ runBeforeUnload: true });
  await eventually(() => {
    if (unseen() === before) throw new Error("No pending review without a window was reported");
  });
  driver.page = await openPage(context, url);
}

/** For the contract tests: one browser, with a separate context for each launch. */
export function workbenchLauncher(browser: () => Browser) {
  return async ({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> => {
    const findings = await prepareFindings(home);
    const served = await serveWorkbench({ folders, configDir, home });
    const context = await browser().newContext();
    await passSettling(context);
    const page = await openPage(context, served.page);
    const driver = new WorkbenchDriver(page, folders);
    const stop = async () => {
      await context.close();
      await served.end("SIGKILL");
      findings.close();
    };
    return {
      driver: Object.assign(driver, {
        diagnose: async (path: string, list: readonly Finding[]) => {
          await driver.openFile(path);
          await findings.report(path, list);
        },
        reopenWindow: () => reopenWindow(driver, context, served),
        quit: () => served.end("SIGTERM"),
        kill: () => served.end("SIGKILL"),
      }),
      screen: async () => [...served.lines, await driver.page.locator("body").ariaSnapshot()].join("\n"),
      stop,
    };
  };
}
