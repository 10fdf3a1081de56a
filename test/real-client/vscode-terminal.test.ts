/**
 * The real Claude Code in a terminal of VS Code itself. There it takes only a lock whose process is one that it descends
 * from, unless the port is named (docs/protocol.md, section 1): the first test takes the port away, so the process decides.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { RunningVscode } from "../vscode/launch.js";
import { clientEnvironment, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel } from "./model.js";
import { versions } from "./run-row.js";
import { Site } from "./site.js";

const { describe } = needs("chromium", "vscode");

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

for (const version of versions) describe(`Claude Code ${version} in a terminal of VS Code`, () => inTerminal(version));

/**
 * Has the command write down its process and what it is started with: a release sets the title of its process, and its
 * arguments cannot be seen from outside after that.
 */
function writeDownStarts(home: string): void {
  renameSync(join(home, "bin", "claude"), join(home, "bin", "claude-itself"));
  const lines = ["#!/bin/sh", 'echo "$$" "$@" >>"$HOME/starts"', 'exec "$HOME/bin/claude-itself" "$@"', ""];
  writeFileSync(join(home, "bin", "claude"), lines.join("\n"), { mode: 0o755 });
}

/**
 * A shell that is told to end takes the terminal back before it goes. If Claude Code puts the terminal right in between,
 * the system stops it (SIGTTOU) instead of letting it end, and nobody is left who would continue it.
 */
function continueStopped(home: string): void {
  for (const line of readFileSync(join(home, "starts"), "utf8").split("\n").filter(Boolean)) {
    try {
      process.kill(Number.parseInt(line, 10), "SIGCONT");
    } catch {
      // It is over.
    }
  }
}

function inTerminal(version: string): void {
  let site: Site;
  let model: ScriptedModel;
  let running: RunningVscode;
  beforeAll(async () => {
    site = Site.make();
    model = await ScriptedModel.start();
    seedHome(site.home, version, [site.workspace]);
    putOnPath(site.home, version);
    writeDownStarts(site.home);
    // VS Code takes the environment of a login shell.
    writeFileSync(join(site.home, ".profile"), 'PATH="$HOME/bin:$PATH"\n');
    const env = clientEnvironment({ version, home: site.home, folder: site.workspace, modelUrl: model.url });
    running = await RunningVscode.start(browser, { folders: [site.workspace], home: site.home, env });
  });
  afterAll(async () => {
    await running.stop();
    await model[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  async function connects(command: string): Promise<void> {
    const { window } = running;
    await window.ask("terminal", command);
    await eventually(async () => expect(await window.status()).toContain("Claude Code here: 1"), 40_000);
    await closeTerminals();
  }

  async function closeTerminals(): Promise<void> {
    const { window } = running;
    await window.ask("command", "workbench.action.terminal.killAll");
    await eventually(async () => {
      continueStopped(site.home);
      expect(await window.status()).toContain("No Claude Code is connected");
    }, 20_000);
  }

  test("connects without the port, by the process that the lock names", async () => {
    await connects("env -u CLAUDE_CODE_SSE_PORT $HOME/bin/claude --ide");
  });

  test("connects by itself, as it is started, by what the terminal is given", async () => {
    await connects("$HOME/bin/claude");
  });

  test("is started by the command in the mode that asks, by the name that its release has for it", async () => {
    const { window } = running;
    await window.ask("command", "tandem.startClaude");
    await eventually(async () => expect(await window.status()).toContain("Claude Code here: 1"), 40_000);
    const mode = version === "2.1.112" ? "default" : "manual";
    expect(readFileSync(join(site.home, "starts"), "utf8")).toContain(`--permission-mode ${mode}\n`);
    await closeTerminals();
  });
}
