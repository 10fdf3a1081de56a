/** One scenario's stage: a folder, an editor of some row, a scripted model, and Claude Code. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { eventually } from "../eventually.js";
import { ClaudeCode, type ClaudeOptions, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel } from "./model.js";
import type { Row, RunningRow } from "./row.js";
import { Site } from "./site.js";

export interface StageOptions {
  /** A place with an editor that was launched before; by default the scenario has its own. */
  readonly site?: Site;
  /** How long a connection may take. */
  readonly patienceMs?: number;
}

export class Stage implements AsyncDisposable {
  readonly version: string;
  readonly row: Row;
  readonly site: Site;
  /** Where Claude Code is started, and where the scenario's files are: the workspace, or a folder in a shared one. */
  readonly folder: string;
  readonly model: ScriptedModel;
  readonly #patienceMs: number;
  readonly #ownsSite: boolean;
  readonly #editors: RunningRow[] = [];
  readonly #clients: ClaudeCode[] = [];

  private constructor(row: Row, version: string, model: ScriptedModel, { site, patienceMs = 30_000 }: StageOptions) {
    this.row = row;
    this.version = version;
    this.model = model;
    this.site = site ?? Site.make();
    this.#ownsSite = site === undefined;
    this.#patienceMs = patienceMs;
    this.folder = this.site.nextFolder();
  }

  static async set(row: Row, version: string, options: StageOptions = {}): Promise<Stage> {
    const stage = new Stage(row, version, await ScriptedModel.start(), options);
    seedHome(stage.home, version, [stage.folder]);
    putOnPath(stage.home, version);
    return stage;
  }

  get home(): string {
    return this.site.home;
  }

  /** Writes a file of the project, and says where it is. */
  file(name: string, content: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  read(path: string): string {
    return readFileSync(path, "utf8");
  }

  /** The editor on the workspace; called again, another one on the same. */
  async editor(): Promise<RunningRow> {
    const { sharedEditor, workspace, home } = this.site;
    if (sharedEditor) return sharedEditor;
    const running = await this.row.launch({ folder: workspace, home });
    this.#editors.push(running);
    return running;
  }

  /** Claude Code in the project, which connects by itself unless told otherwise. */
  async claude(options: Partial<ClaudeOptions> = {}): Promise<ClaudeCode> {
    const { version, home, folder, model } = this;
    const claude = await ClaudeCode.start({
      version,
      home,
      folder,
      modelUrl: model.url,
      args: ["--ide"],
      ...options,
    });
    this.#clients.push(claude);
    return claude;
  }

  /** Claude Code, started by another command. */
  async claudeAs(command: readonly string[], handsOn = false): Promise<ClaudeCode> {
    const { version, home, folder, model } = this;
    const claude = await ClaudeCode.startAs(command, { version, home, folder, modelUrl: model.url }, handsOn);
    this.#clients.push(claude);
    return claude;
  }

  /** Waits until so many clients listen to the editor. */
  async connected(editor: RunningRow, count = 1): Promise<void> {
    await eventually(async () => expect(await editor.clients(), "clients that listen").toBe(count), this.#patienceMs);
  }

  /** Waits for the nth question of the conversation, from 0. */
  async question(index: number) {
    await eventually(() => expect(this.model.questions.length).toBeGreaterThan(index));
    const question = this.model.questions[index];
    if (!question) throw new Error(`There is no question ${index}`);
    return question;
  }

  /** What a failed scenario leaves to read. */
  evidence(): string {
    const screens = this.#clients.map((client) => {
      try {
        return client.screen;
      } catch (error) {
        return String(error);
      }
    });
    const editors = [...this.#editors, ...(this.site.sharedEditor ? [this.site.sharedEditor] : [])];
    const logs = editors.map((editor) => editor.wireLog());
    return [...screens, ...logs].join("\n──────\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client[Symbol.asyncDispose]();
    for (const editor of this.#editors) await editor.stop();
    await this.model[Symbol.asyncDispose]();
    // The next scenario begins with an editor that nobody is connected to.
    if (this.site.sharedEditor) await this.connected(this.site.sharedEditor, 0);
    if (this.#ownsSite) await this.site[Symbol.asyncDispose]();
  }
}
