/** The fixture of tests in VS Code: a project, a VS Code that has it open, and a client. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Client } from "@tandem-ide/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium } from "../chromium.js";
import { connectClient } from "../client.js";
import { removeFolder } from "../remove-folder.js";
import type { VscodeDriver } from "./driver.js";
import { RunningVscode, type StartOptions } from "./launch.js";
import type { VscodeWindow } from "./window.js";

export interface Lock {
  readonly port: number;
  readonly pid: number;
  readonly authToken: string;
  readonly workspaceFolders: readonly string[];
  readonly workspaceRequests: string;
}

/** A pending proposal. */
export interface SentProposal {
  readonly tabName: string;
  readonly answer: Promise<unknown>;
}

export class VscodeFixture {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-vscode-")));
  readonly home = join(this.root, "home");
  readonly folder = join(this.root, "project");
  readonly #clients: Client[] = [];
  #running: RunningVscode | undefined;
  #proposals = 0;

  constructor() {
    mkdirSync(this.home);
    mkdirSync(this.folder);
  }

  async start(browser: Browser, options: Partial<StartOptions> = {}): Promise<void> {
    this.#running = await RunningVscode.start(browser, { folders: [this.folder], home: this.home, ...options });
  }

  get running(): RunningVscode {
    if (!this.#running) throw new Error("VS Code has not been started");
    return this.#running;
  }

  get driver(): VscodeDriver {
    return this.running.driver;
  }

  get window(): VscodeWindow {
    return this.running.window;
  }

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  get lockFolder(): string {
    return join(this.home, ".claude", "ide");
  }

  /** The only lock. */
  lock(): Lock {
    const names = readdirSync(this.lockFolder).filter((name) => name.endsWith(".lock"));
    expect(names).toHaveLength(1);
    return JSON.parse(readFileSync(join(this.lockFolder, names[0] ?? ""), "utf8"));
  }

  async client(): Promise<Client> {
    const { port, authToken } = this.lock();
    const client = await connectClient({ port, authToken });
    this.#clients.push(client);
    return client;
  }

  /** Sends a proposal, and waits until its review is visible. */
  async propose(client: Client, path: string, text: string): Promise<SentProposal> {
    const tabName = `✻ [Claude Code] ${basename(path)} (${++this.#proposals}) ⧉`;
    const args = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tabName };
    const answer = client.call("openDiff", args);
    answer.catch(() => {}); // The caller handles it.
    await expect.poll(() => this.driver.pendingReviews(), { timeout: 10_000 }).toContain(tabName);
    return { tabName, answer };
  }

  async endClients(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.close();
  }

  /** Closes what earlier tests have left in the window: clients, tabs, terminals, notifications. */
  async tidy(): Promise<void> {
    await this.endClients();
    await this.window.ask("closeAll");
    for (const command of ["workbench.action.terminal.killAll", "notifications.clearAll"])
      await this.window.ask("command", command);
  }

  async end(): Promise<void> {
    await this.endClients();
    await this.#running?.stop();
    await removeFolder(this.root);
  }
}

/** Starts one VS Code for all tests of a file. `prepare` creates the project first, and may return more options. */
export function useVscode(
  options: Partial<StartOptions> = {},
  prepare: (fixture: VscodeFixture) => Partial<StartOptions> | undefined = () => undefined,
): VscodeFixture {
  const fixture = new VscodeFixture();
  let browser: Browser | undefined;
  beforeAll(async () => {
    const more = prepare(fixture);
    browser = await launchChromium();
    await fixture.start(browser, { ...options, ...more });
  });
  afterAll(async () => {
    await fixture.end();
    await browser?.close();
  });
  return fixture;
}
