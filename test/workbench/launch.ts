/** Starts `tandem serve` as a user does, and opens its page in a browser. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import type { LaunchedEditor, LaunchOptions } from "@tandem/conformance";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { main } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { WorkbenchHand } from "./hand.js";

export interface ServedWorkbench {
  readonly child: ChildProcess;
  readonly port: number;
  readonly lockFile: string;
  /** A link into the page; it works once. */
  readonly page: string;
  /** Types a command at its prompt. */
  say(line: string): void;
  /** Every line that it printed so far. */
  readonly lines: readonly string[];
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ServeOptions {
  readonly folders: readonly string[];
  readonly home: string;
  readonly configDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Where its log goes; by default to the test's own standard error. */
  readonly logFile?: string;
}

/** The command, with nothing of the environment that the tests run in. */
export async function serveWorkbench(options: ServeOptions): Promise<ServedWorkbench> {
  const { folders, home, configDir, env = {}, args = [], logFile } = options;
  const child = spawn(process.execPath, [main, "serve", "--json", "--no-open", ...args, ...folders], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
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

/** A browser of its own for one user: cookies are shared between its windows. */
export async function openPage(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('[data-testid="tree-row"]').first().waitFor();
  return page;
}

/** Closes the window, and opens another once `tandem serve` has said that a review waits: nobody takes that for a reload. */
export async function reopenWindow(
  hand: WorkbenchHand,
  context: BrowserContext,
  served: ServedWorkbench,
): Promise<void> {
  const unseen = () => served.lines.filter((line) => line.includes('"reviews-unseen"')).length;
  const before = unseen();
  const url = new URL("/", hand.page.url()).href;
  await hand.page.close({ runBeforeUnload: true });
  await eventually(() => {
    if (unseen() === before) throw new Error("Nobody has said that a review waits without a window");
  });
  hand.page = await openPage(context, url);
}

/** For the contract test: one browser, and for each launch a user in it. */
export function workbenchLauncher(browser: () => Browser) {
  return async ({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> => {
    const served = await serveWorkbench({ folders, configDir, home });
    const context = await browser().newContext();
    const page = await openPage(context, served.page);
    const hand = new WorkbenchHand(page, folders);
    const stop = async () => {
      await context.close();
      await served.end("SIGKILL");
    };
    return {
      hand: Object.assign(hand, {
        reopenWindow: () => reopenWindow(hand, context, served),
        quit: () => served.end("SIGTERM"),
        kill: () => served.end("SIGKILL"),
      }),
      stop,
    };
  };
}
