/** An editor without a screen, a scripted model, and a real agent in a terminal, with a home and a temporary directory of their own. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Endpoint } from "@tandem-ide/server";
import { expect } from "vitest";
import { eventually } from "../../eventually.js";
import { removeFolder } from "../../remove-folder.js";
import { ProgramTerminal } from "../program-terminal.js";
import { AgentModel } from "./agent-model.js";
import type { AgentProgram } from "./agent-program.js";

export class AgentFixture implements AsyncDisposable {
  readonly program: AgentProgram;
  readonly root: string;
  readonly home: string;
  readonly folder: string;
  readonly tmp: string;
  readonly model: AgentModel;
  readonly editor: MemoryEditor;
  readonly endpoint: Endpoint;
  readonly terminal: ProgramTerminal;
  readonly #log: string[];

  private constructor(
    program: AgentProgram,
    root: string,
    parts: { model: AgentModel; editor: MemoryEditor; endpoint: Endpoint; log: string[] },
  ) {
    this.program = program;
    this.root = root;
    [this.home, this.folder, this.tmp] = placesIn(root);
    this.model = parts.model;
    this.editor = parts.editor;
    this.endpoint = parts.endpoint;
    this.terminal = new ProgramTerminal(this.home);
    this.#log = parts.log;
  }

  static async create(program: AgentProgram): Promise<AgentFixture> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-agent-")));
    const [home, folder, tmp] = placesIn(root);
    for (const each of [home, folder, tmp]) mkdirSync(each);
    program.seedHome(home);
    const log: string[] = [];
    const editor = new MemoryEditor({ name: "Memory", folders: [folder], hasDiagnostics: true });
    const endpoint = await createEndpoint(editor, {
      home,
      env: { TMPDIR: tmp },
      configDir: join(home, ".claude"),
      logLevel: "debug",
      logBodies: true,
      log: (entry) => log.push(JSON.stringify(entry)),
    });
    const model = await AgentModel.start(program.api);
    return new AgentFixture(program, root, { model, editor, endpoint, log });
  }

  /** Starts the agent, and waits until it is connected. */
  async join(): Promise<void> {
    const { program, terminal, model } = this;
    runProgram(terminal, program, this, model.url);
    await this.connected(1);
    await terminal.shows(program.prompt);
  }

  async connected(count: number): Promise<void> {
    const listening = () => this.endpoint.status.clients.filter(({ isListening }) => isListening).length;
    await eventually(() => expect(listening()).toBe(count), 60_000);
  }

  file(name: string, content: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  read(path: string): string {
    return readFileSync(path, "utf8");
  }

  /** Waits for the model's nth request, starting at 0. */
  async question(index: number): Promise<string> {
    await eventually(() => expect(this.model.questions.length).toBeGreaterThan(index));
    return this.model.questions[index] ?? "";
  }

  evidence(): string {
    return [this.terminal.screen, this.#log.join("\n")].join("\n──────\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]();
    await this.endpoint.close();
    await this.model[Symbol.asyncDispose]();
    await removeFolder(this.root);
  }
}

/** Starts the agent with nothing from the environment of the tests. */
export function runProgram(
  terminal: ProgramTerminal,
  program: AgentProgram,
  { home, folder, tmp }: { readonly home: string; readonly folder: string; readonly tmp: string },
  modelUrl: string,
): void {
  terminal.run(program.command(), folder, {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: home,
    TMPDIR: tmp,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ...program.environment(modelUrl),
  });
}

export function placesIn(root: string): [home: string, folder: string, tmp: string] {
  return [join(root, "home"), join(root, "project"), join(root, "tmp")];
}
