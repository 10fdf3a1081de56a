/** What the tests in the emulated Obsidian stand on: a vault on the disk, Obsidian on it, and a client. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Client, connect } from "@tandem/client";
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

/** What a client was told, by method. */
export type Told = readonly { readonly method: string; readonly params: unknown }[];

export class VaultStage {
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

  /** A file of the vault; its absolute path. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.vault, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** The plugin's data.json. */
  settings(data: unknown): void {
    this.file(".obsidian/plugins/tandem/data.json", JSON.stringify(data));
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

  /** The one lock that there is. */
  lock(): Lock {
    const [name = "", ...others] = this.locks();
    expect(others).toEqual([]);
    return JSON.parse(readFileSync(join(this.configDir, "ide", name), "utf8"));
  }

  /** A client, and what it was told since it connected. */
  async client(): Promise<{ client: Client; told: Told }> {
    const { port, authToken } = this.lock();
    const told: { method: string; params: unknown }[] = [];
    const client = await connect(
      { port, authToken },
      { onNotification: (method, params) => told.push({ method, params }) },
    );
    this.#clients.push(client);
    return { client, told };
  }

  /** Sends a proposal, and waits until it can be seen. */
  async propose(client: Client, path: string, text: string): Promise<{ tabName: string; answer: Promise<unknown> }> {
    const tabName = `✻ [Claude Code] ${basename(path)} (${++this.#proposals}) ⧉`;
    const args = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tabName };
    const answer = client.call("openDiff", args);
    answer.catch(() => {}); // Whoever waits for it judges it.
    await eventually(async () => expect(await this.obsidian.do("pendingReviews")).toContain(tabName), 10_000);
    return { tabName, answer };
  }

  async end(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.#running?.kill();
    await removeFolder(this.root);
  }
}

/** Builds once for a test file; each test gets a stage of its own, which ends with it. */
export function useVaults(): () => VaultStage {
  let built: Built | undefined;
  beforeAll(async () => {
    built = await buildEmulation();
  });
  afterAll(() => {
    if (built) rmSync(folderOf(built), { recursive: true, force: true });
  });
  return () => {
    if (!built) throw new Error("Nothing was built");
    const stage = new VaultStage(built);
    onTestFinished(() => stage.end());
    return stage;
  };
}
