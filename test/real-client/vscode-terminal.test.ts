/**
 * The real Claude Code in VS Code's own terminal. There it only accepts a lock whose process is one of its ancestors,
 * unless the port is set (docs/protocol.md, section 1). The first test removes the port, so the process decides.
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
import { versions } from "./run-scenarios.js";
import { Sandbox } from "./sandbox.js";

const { describe } = needs("chromium", "vscode");

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

for (const version of versions) describe(`Claude Code ${version} in a terminal of VS Code`, () => inTerminal(version));

/**
 * Makes the command write its process id and arguments to a file, because a release sets its process title, which hides
 * the arguments.
 */
function recordStarts(home: string): void {
  renameSync(join(home, "bin", "claude"), join(home, "bin", "claude-itself"));
  const lines = ["#!/bin/sh", 'echo "$$" "$@" >>"$HOME/starts"', 'exec "$HOME/bin/claude-itself" "$@"', ""];
  writeFileSync(join(home, "bin", "claude"), lines.join("\n"), { mode: 0o755 });
}

/**
 * A shell that is asked to exit takes the terminal back first. If Claude Code restores the terminal in between,
 * the system stops it (SIGTTOU) instead of letting it end, and no process is left to continue it.
 */
function continueStopped(home: string): void {
  for (const line of readFileSync(join(home, "starts"), "utf8").split("\n").filter(Boolean)) {
    try {
      process.kill(Number.parseInt(line, 10), "SIGCONT");
    } catch {
      // It has exited.
    }
  }
}

function inTerminal(version: string): void {
  let sandbox: Sandbox;
  let model: ScriptedModel;
  let running: RunningVscode;
  beforeAll(async () => {
    sandbox = Sandbox.create();
    model = await ScriptedModel.start();
    seedHome(sandbox.home, version, [sandbox.workspace]);
    putOnPath(sandbox.home, version);
    recordStarts(sandbox.home);
    // VS Code uses the environment of a login shell.
    writeFileSync(join(sandbox.home, ".profile"), 'PATH="$HOME/bin:$PATH"\n');
    const env = clientEnvironment({ version, home: sandbox.home, folder: sandbox.workspace, modelUrl: model.url });
    running = await RunningVscode.start(browser, { folders: [sandbox.workspace], home: sandbox.home, env });
  });
  afterAll(async () => {
    await running.stop();
    await model[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  });

  async function connects(command: string): Promise<void> {
    const { window } = running;
    await window.ask("terminal", command);
    await eventually(async () => expect(await window.status()).toContain("1 Claude Code session."), 40_000);
    await closeTerminals();
  }

  async function closeTerminals(): Promise<void> {
    const { window } = running;
    await window.ask("command", "workbench.action.terminal.killAll");
    await eventually(async () => {
      continueStopped(sandbox.home);
      expect(await window.status()).toContain("Claude Code isn't connected");
    }, 20_000);
  }

  test("connects without the port, by the process in the lock file", async () => {
    await connects("env -u CLAUDE_CODE_SSE_PORT $HOME/bin/claude --ide");
  });

  test("connects automatically at startup, using the terminal's environment", async () => {
    await connects("$HOME/bin/claude");
  });

  test("the command starts it in manual permission mode, with the name in its release", async () => {
    const { window } = running;
    await window.ask("command", "tandem.startClaude");
    await eventually(async () => expect(await window.status()).toContain("1 Claude Code session."), 40_000);
    const mode = version === "2.1.112" ? "default" : "manual";
    expect(readFileSync(join(sandbox.home, "starts"), "utf8")).toContain(`--permission-mode ${mode}\n`);
    await closeTerminals();
  });
}
