/** Starts an emulated Obsidian with the built plugin as a separate process. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Driver, LaunchedEditor, LaunchOptions } from "@tandem-ide/conformance";
import { showOnFailure } from "../on-failure.js";
import type { Built } from "./build.js";
import type { Verbs } from "./emulation/verbs.js";

export interface StartOptions {
  readonly vault: string;
  readonly configDir: string;
  readonly home: string;
  /** How long after the last key press Obsidian saves. Default: never, so that unsaved changes stay unsaved. */
  readonly autosaveMs?: number;
}

type Answer<Verb extends keyof Verbs> = Awaited<ReturnType<Verbs[Verb]>>;
interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

const never = 2 ** 31 - 1;

export class RunningObsidian {
  readonly process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #output = "";
  #next = 1;
  readonly #closeConsole = showOnFailure("Obsidian's console", () => this.#output);

  private constructor(process: ChildProcess) {
    this.process = process;
    for (const stream of [process.stdout, process.stderr])
      stream?.on("data", (chunk) => {
        this.#output += chunk;
      });
    process.on("message", (message: { id: number; value: never; error?: string }) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.value);
      else waiting?.reject(new Error(message.error));
    });
    process.on("exit", () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`Obsidian's emulation ended:\n${this.#output}`));
    });
  }

  static async start({ plugin, program }: Built, options: StartOptions): Promise<RunningObsidian> {
    const { vault, configDir, home, autosaveMs = never } = options;
    const env = { PATH: process.env.PATH, HOME: home, TMPDIR: tmpdir(), CLAUDE_CONFIG_DIR: configDir };
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    const child = fork(program, [vault, plugin, String(autosaveMs)], { env, stdio: [...stdio], execArgv: [] });
    const running = new RunningObsidian(child);
    await running.#answer(0);
    return running;
  }

  /** What the developer console shows. */
  get console(): string {
    return this.#output;
  }

  async do<Verb extends keyof Verbs>(verb: Verb, ...args: Parameters<Verbs[Verb]>): Promise<Answer<Verb>> {
    if (!this.process.connected) throw new Error(`Obsidian's emulation has exited:\n${this.#output}`);
    const id = this.#next++;
    const answer = this.#answer<Answer<Verb>>(id);
    this.process.send({ id, verb, args });
    return await answer;
  }

  async quit(): Promise<void> {
    const exited = once(this.process, "exit");
    await this.do("quit");
    await exited;
  }

  async kill(): Promise<void> {
    await this.#closeConsole();
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #answer<Value>(id: number): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }
}

/** The driver of the contract test. */
export function obsidianDriver(running: RunningObsidian): Driver {
  return {
    openFile: (path) => running.do("openFile", path),
    closeFile: (path) => running.do("closeFile", path),
    select: (path, range) => running.do("select", path, range),
    mention: (path, lines) => running.do("mention", path, lines),
    type: (text) => running.do("type", text),
    save: (path) => running.do("save", path),
    pendingReviews: () => running.do("pendingReviews"),
    accept: (tabName) => running.do("accept", tabName),
    reject: (tabName) => running.do("reject", tabName),
    editAndAccept: (tabName, text) => running.do("editAndAccept", tabName, text),
    acceptHunks: (tabName, indexes) => running.do("acceptHunks", tabName, indexes),
    closeReview: (tabName) => running.do("closeReview", tabName),
    setPaused: (isPaused) => running.do("setPaused", isPaused),
    restartEndpoint: () => running.do("restartEndpoint"),
    quit: () => running.quit(),
    kill: () => running.kill(),
  };
}

/** For the contract test: a vault is one folder. */
export function obsidianLauncher(built: () => Built) {
  return async ({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> => {
    const running = await RunningObsidian.start(built(), { vault: folders[0] ?? "", configDir, home });
    return { driver: obsidianDriver(running), screen: () => running.console, stop: () => running.kill() };
  };
}

/** The build of one test file. */
export function folderOf({ program }: Built): string {
  return join(dirname(program));
}
