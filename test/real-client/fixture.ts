/** The fixture of one scenario: a folder, an editor, a scripted model, and Claude Code. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { eventually } from "../eventually.js";
import { ClaudeCode, type ClaudeOptions, putOnPath, seedHome } from "./claude.js";
import type { Integration, RunningIntegration } from "./integration.js";
import { ScriptedModel } from "./model.js";
import { Sandbox } from "./sandbox.js";

export interface FixtureOptions {
  /** A sandbox with a running editor. By default the scenario gets its own. */
  readonly sandbox?: Sandbox;
  /** The timeout for a connection. */
  readonly timeoutMs?: number;
}

export class Fixture implements AsyncDisposable {
  readonly version: string;
  readonly integration: Integration;
  readonly sandbox: Sandbox;
  /** The folder of Claude Code and the scenario's files: the workspace, or a folder in a shared one. */
  readonly folder: string;
  readonly model: ScriptedModel;
  readonly #timeoutMs: number;
  readonly #ownsSandbox: boolean;
  readonly #editors: RunningIntegration[] = [];
  readonly #clients: ClaudeCode[] = [];

  private constructor(
    integration: Integration,
    version: string,
    model: ScriptedModel,
    { sandbox, timeoutMs = 30_000 }: FixtureOptions,
  ) {
    this.integration = integration;
    this.version = version;
    this.model = model;
    this.sandbox = sandbox ?? Sandbox.create();
    this.#ownsSandbox = sandbox === undefined;
    this.#timeoutMs = timeoutMs;
    this.folder = this.sandbox.nextFolder();
  }

  static async create(integration: Integration, version: string, options: FixtureOptions = {}): Promise<Fixture> {
    const fixture = new Fixture(integration, version, await ScriptedModel.start(), options);
    seedHome(fixture.home, version, [fixture.folder]);
    putOnPath(fixture.home, version);
    return fixture;
  }

  get home(): string {
    return this.sandbox.home;
  }

  /** Writes a file to the project and returns its path. */
  file(name: string, content: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  read(path: string): string {
    return readFileSync(path, "utf8");
  }

  /** Returns the shared editor, or launches another one on the workspace. */
  async editor(): Promise<RunningIntegration> {
    const { sharedEditor, workspace, home } = this.sandbox;
    if (sharedEditor) return sharedEditor;
    const running = await this.integration.launch({ folder: workspace, home });
    this.#editors.push(running);
    return running;
  }

  /** Starts Claude Code in the project. It connects automatically by default. */
  async claude(options: Partial<ClaudeOptions> = {}): Promise<ClaudeCode> {
    const { version, home, folder, model } = this;
    const defaults = { version, home, folder, modelUrl: model.url, args: ["--ide"] };
    const claude = await ClaudeCode.start({ ...defaults, ...options });
    this.#clients.push(claude);
    return claude;
  }

  /** Starts Claude Code with another command. */
  async claudeAs(command: readonly string[], passesArguments = false): Promise<ClaudeCode> {
    const { version, home, folder, model } = this;
    const claude = await ClaudeCode.startAs(command, { version, home, folder, modelUrl: model.url }, passesArguments);
    this.#clients.push(claude);
    return claude;
  }

  /** Waits until the editor has this number of clients. */
  async connected(editor: RunningIntegration, count = 1): Promise<void> {
    await eventually(async () => expect(await editor.clients(), "clients that listen").toBe(count), this.#timeoutMs);
  }

  /** Waits for the model's nth request, starting at 0. */
  async question(index: number) {
    await eventually(() => expect(this.model.questions.length).toBeGreaterThan(index));
    const question = this.model.questions[index];
    if (!question) throw new Error(`There is no question ${index}`);
    return question;
  }

  /** Returns the screens and logs for a failed scenario. */
  evidence(): string {
    const screens = this.#clients.map((client) => {
      try {
        return client.screen;
      } catch (error) {
        return String(error);
      }
    });
    const editors = [...this.#editors, ...(this.sandbox.sharedEditor ? [this.sandbox.sharedEditor] : [])];
    const logs = editors.map((editor) => editor.wireLog());
    return [...screens, ...logs].join("\n──────\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client[Symbol.asyncDispose]();
    for (const editor of this.#editors) await editor.stop();
    await this.model[Symbol.asyncDispose]();
    // The next scenario starts with an editor without clients.
    if (this.sandbox.sharedEditor) await this.connected(this.sandbox.sharedEditor, 0);
    if (this.#ownsSandbox) await this.sandbox[Symbol.asyncDispose]();
  }
}
