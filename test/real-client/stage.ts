/** One scenario's stage: a home, a project, an editor of some row, a scripted model, and Claude Code. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Hand } from "@tandem/conformance";
import { expect } from "vitest";
import { ClaudeCode, type ClaudeOptions, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel } from "./model.js";

/** An editor that runs, with the hand of a person in it. */
export interface RunningRow {
  readonly hand: Hand;
  /** What `/ide` calls it. */
  readonly name: string;
  readonly port: number;
  readonly lockFile: string;
  /** How many clients listen to it now. */
  clients(): number | Promise<number>;
  /** What went over the wire, for when a scenario fails. */
  wireLog(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** A row of the table of editors: how it is launched. */
export interface Row {
  readonly name: string;
  launch(options: { readonly folder: string; readonly home: string }): Promise<RunningRow>;
}

export class Stage implements AsyncDisposable {
  readonly version: string;
  readonly row: Row;
  readonly root: string;
  readonly home: string;
  readonly folder: string;
  readonly model: ScriptedModel;
  readonly #editors: RunningRow[] = [];
  readonly #clients: ClaudeCode[] = [];

  private constructor(row: Row, version: string, root: string, model: ScriptedModel) {
    this.row = row;
    this.version = version;
    this.root = root;
    this.home = join(root, "home");
    this.folder = join(root, "project");
    this.model = model;
  }

  static async set(row: Row, version: string): Promise<Stage> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
    const stage = new Stage(row, version, root, await ScriptedModel.start());
    mkdirSync(stage.folder);
    seedHome(stage.home, version, [stage.folder]);
    putOnPath(stage.home, version);
    return stage;
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

  async editor(folder = this.folder): Promise<RunningRow> {
    const running = await this.row.launch({ folder, home: this.home });
    this.#editors.push(running);
    return running;
  }

  /** Claude Code in the project, which connects by itself unless told otherwise. */
  async claude(options: Partial<ClaudeOptions> = {}): Promise<ClaudeCode> {
    const { version, home, folder, model } = this;
    const name = `claude-${this.#clients.length}`;
    const claude = await ClaudeCode.start({
      version,
      home,
      folder,
      modelUrl: model.url,
      name,
      args: ["--ide"],
      ...options,
    });
    this.#clients.push(claude);
    return claude;
  }

  /** Claude Code, started by another command. */
  async claudeAs(command: readonly string[]): Promise<ClaudeCode> {
    const { version, home, folder, model } = this;
    const name = `claude-${this.#clients.length}`;
    const claude = await ClaudeCode.startAs(command, { version, home, folder, modelUrl: model.url, name });
    this.#clients.push(claude);
    return claude;
  }

  /** Waits until the editor has a client that listens. */
  async connected(editor: RunningRow, count = 1): Promise<void> {
    await expect.poll(() => editor.clients(), { timeout: 30_000 }).toBe(count);
  }

  /** Waits for the nth question of the conversation, from 0. */
  async question(index: number) {
    await expect.poll(() => this.model.questions.length, { timeout: 30_000 }).toBeGreaterThan(index);
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
    const logs = this.#editors.map((editor) => editor.wireLog());
    return [...screens, ...logs].join("\n──────\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client[Symbol.asyncDispose]();
    for (const editor of this.#editors) await editor.stop();
    await this.model[Symbol.asyncDispose]();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
