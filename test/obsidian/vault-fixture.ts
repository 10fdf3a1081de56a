/** The fixture of tests in the emulated Obsidian: a vault on disk, Obsidian, and a client. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Client, connect } from "@tandem-ide/client";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { removeFolder } from "../remove-folder.js";
import { type Built, buildEmulation } from "./build.js";
import { folderOf, RunningObsidian, type StartOptions } from "./launch.js";

export interface Lock {
  readonly port: number;
  readonly pid: number;
  readonly authToken: string;
  readonly ideName: string;
  readonly workspaceFolders: readonly string[];
}

/** The notifications that a client got, by method. */
export type Received = readonly { readonly method: string; readonly params: unknown }[];

export class VaultFixture {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-obsidian-")));
  readonly home = join(this.root, "home");
  readonly vault = join(this.root, "My vault");
  readonly configDir = join(this.home, ".claude");
  readonly #built: Built;
  readonly #clients: Client[] = [];
  #running: RunningObsidian | undefined;
  #proposals = 0;

  constructor(built: Built) {
    this.#built = built;
    mkdirSync(this.home);
    mkdirSync(this.vault);
  }

  /** Writes a file of the vault and returns its absolute path. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.vault, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Writes the plugin's data.json. */
  settings(data: unknown): void {
    this.file(".obsidian/plugins/tandem-ide/data.json", JSON.stringify(data));
  }

  async start(options: Partial<StartOptions> = {}): Promise<RunningObsidian> {
    const { vault, configDir, home } = this;
    this.#running = await RunningObsidian.start(this.#built, { vault, configDir, home, ...options });
    return this.#running;
  }

  get obsidian(): RunningObsidian {
    if (!this.#running) throw new Error("Obsidian was not started");
    return this.#running;
  }

  locks(): readonly string[] {
    try {
      return readdirSync(join(this.configDir, "ide")).filter((name) => name.endsWith(".lock"));
    } catch {
      return [];
    }
  }

  /** The only lock file. */
  lock(): Lock {
    const [name = "", ...others] = this.locks();
    expect(others).toEqual([]);
    return JSON.parse(readFileSync(join(this.configDir, "ide", name), "utf8"));
  }

  /** Connects a client and records its notifications. */
  async client(): Promise<{ client: Client; received: Received }> {
    const { port, authToken } = this.lock();
    const received: { method: string; params: unknown }[] = [];
    const client = await connect(
      { port, authToken },
      { onNotification: (method, params) => received.push({ method, params }) },
    );
    this.#clients.push(client);
    return { client, received };
  }

  /** Sends a proposal and waits until it is visible. */
  async propose(client: Client, path: string, text: string): Promise<{ tabName: string; answer: Promise<unknown> }> {
    const tabName = `✻ [Claude Code] ${basename(path)} (${++this.#proposals}) ⧉`;
    const args = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tabName };
    const answer = client.call("openDiff", args);
    answer.catch(() => {}); // The caller checks it.
    await eventually(async () => expect(await this.obsidian.do("pendingReviews")).toContain(tabName), 10_000);
    return { tabName, answer };
  }

  async end(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.#running?.kill();
    await removeFolder(this.root);
  }
}

/** Builds once per test file. Each test gets a new fixture, which closes with it. */
export function useVaults(): () => VaultFixture {
  let built: Built | undefined;
  beforeAll(async () => {
    built = await buildEmulation();
  });
  afterAll(() => {
    if (built) rmSync(folderOf(built), { recursive: true, force: true });
  });
  return () => {
    if (!built) throw new Error("Nothing was built");
    const fixture = new VaultFixture(built);
    onTestFinished(() => fixture.end());
    return fixture;
  };
}
