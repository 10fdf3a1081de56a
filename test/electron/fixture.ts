/** For the tests of the example: one build and one browser per file, and a new editor for each test. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Client, connect, discover, targetOf } from "@tandem-ide/client";
import type { DiffAnswer } from "@tandem-ide/protocol";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { removeFolder } from "../remove-folder.js";
import { type BuiltEditor, buildExample, RunningElectron } from "./launch.js";

export class ElectronFixture {
  readonly running: RunningElectron;
  readonly folder: string;
  readonly home: string;
  readonly #clients: Client[] = [];

  constructor(running: RunningElectron, folder: string, home: string) {
    this.running = running;
    this.folder = folder;
    this.home = home;
  }

  get driver() {
    return this.running.driver;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  file(name: string, content: string): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  async client(): Promise<Client> {
    const { choice } = await discover({ cwd: this.folder, home: this.home, env: {} });
    if (!choice.editor) throw new Error(choice.reason);
    const client = await connect(targetOf(choice.editor));
    this.#clients.push(client);
    return client;
  }

  propose(client: Client, path: string, text: string, tabName = `✻ ${path}`): Promise<DiffAnswer> {
    const args = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tabName };
    const answer = client.call("openDiff", args);
    answer.catch(() => {}); // The test may be over by then.
    return answer;
  }

  async reviewShown(tabName: string): Promise<void> {
    await eventually(async () => {
      if (!(await this.driver.pendingReviews()).includes(tabName)) throw new Error(`${tabName} is not shown`);
    });
  }

  async end(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.running.end("SIGKILL");
  }
}

export interface StartedWith {
  readonly files?: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly context?: BrowserContextOptions;
}

export function useElectron() {
  let browser: Browser;
  let built: BuiltEditor;
  const endings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    [browser, built] = await Promise.all([launchChromium(), buildExample()]);
  });
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });
  afterAll(async () => {
    await browser?.close();
    await built?.remove();
  });
  return {
    get browser() {
      return browser;
    },
    async start({ files = {}, name = "project", context }: StartedWith = {}): Promise<ElectronFixture> {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-electron-test-")));
      const [home, folder] = [join(root, "home"), join(root, name)];
      mkdirSync(home);
      mkdirSync(folder);
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), content);
      }
      const running = await RunningElectron.start({
        built,
        browser,
        folders: [folder],
        home,
        ...(context && { context }),
      });
      const fixture = new ElectronFixture(running, folder, home);
      endings.push(async () => {
        await fixture.end();
        await removeFolder(root);
      });
      return fixture;
    },
  };
}
