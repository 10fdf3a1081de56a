/** Starts program.ts and communicates with it. The process ends with the test. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type BundledProgram, bundleProgram } from "../../bundle-program.js";
import { temporaryDirectory } from "../../endpoint.js";
import type { Command, Measured, ProgramOptions, Reply } from "./commands.js";

/** For a file's `beforeAll`. */
export function bundleEndpoint(): Promise<BundledProgram> {
  return bundleProgram(new URL("program.ts", import.meta.url));
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class EndpointProcess {
  readonly folder: string;
  readonly file: string;
  readonly port: number;
  readonly authToken: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #isEnding = false;
  #words = "";
  /** 1 if the process has crashed or exited. */
  crashes = 0;

  private constructor(
    child: ChildProcess,
    { folder, file }: ProgramOptions,
    address: { port: number; authToken: string },
  ) {
    this.#child = child;
    this.folder = folder;
    this.file = file;
    this.port = address.port;
    this.authToken = address.authToken;
    child.stderr?.on("data", (chunk) => {
      this.#words = (this.#words + chunk).slice(-10_000);
    });
    child.on("message", ({ id, value, error }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    child.on("exit", () => {
      if (!this.#isEnding) this.crashes++;
      for (const { reject } of this.#waiting.values()) reject(new Error(`The endpoint has exited: ${this.#words}`));
    });
  }

  static async start(
    program: BundledProgram,
    options: Omit<ProgramOptions, "folder" | "configDir" | "file"> = {},
  ): Promise<EndpointProcess> {
    const [folder, configDir] = [temporaryDirectory(), temporaryDirectory()];
    const file = join(folder, "a.txt");
    writeFileSync(file, "line\n".repeat(100));
    const all: ProgramOptions = { ...options, folder, configDir, file };
    const child = fork(program.path, [JSON.stringify(all)], {
      execArgv: ["--expose-gc"],
      env: {},
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const [address] = await once(child, "message");
    const endpoint = new EndpointProcess(child, all, address);
    onTestFinished(async () => void (await endpoint.end()));
    return endpoint;
  }

  /** Its standard error, such as the stack of a fatal error. */
  get words(): string {
    return this.#words;
  }

  tell(command: Command): Promise<unknown> {
    if (this.#child.exitCode !== null) return Promise.reject(new Error(`The endpoint has exited: ${this.#words}`));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, command });
    });
  }

  async measure(): Promise<Measured> {
    return (await this.tell({ do: "measure" })) as Measured;
  }

  /** Shuts it down and returns the result: 0 if nothing kept it alive. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    this.#isEnding = true;
    const exited = once(this.#child, "exit");
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), 10_000);
    this.#child.send({ id: -1, command: { do: "end" } });
    await exited;
    clearTimeout(kill);
    return this.#child.exitCode;
  }
}
