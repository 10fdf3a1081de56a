/** The built `tandem` command as real processes, in a separate home. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { showOnFailure } from "./on-failure.js";
import { removeFolder } from "./remove-folder.js";

export const main = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
if (!existsSync(main)) throw new Error(`There is no ${main}. Build it first: npm run build`);

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that has been started, and what it has printed so far. */
export class Running {
  stdout = "";
  stderr = "";
  readonly exited: Promise<Finished>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      this.stdout += text;
      this.#look();
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.stderr += text;
      this.#look();
    });
    // A process that has exited accepts no input. Tests notice that by its output.
    child.stdin.on("error", () => {});
    this.exited = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => {
        this.#hasEnded = true;
        this.#look();
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** True once the process has exited. `exited` also waits until all of its output has been read. */
  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Waits until it has printed something, on either stream. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
        if (!found && !this.#hasEnded) return;
        this.#waiting.delete(look);
        if (found) resolve(found);
        else reject(new Error(`It ended without printing ${pattern}:\n${this.stdout}\n${this.stderr}`));
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Types a line. */
  say(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  endInput(text = ""): void {
    this.#child.stdin.end(text);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Stops reading its output, so that the pipe fills up. */
  pauseReading(): void {
    this.#child.stdout.pause();
  }

  /** Closes the pipe that it prints to. */
  stopReading(): void {
    this.#child.stdout.destroy();
  }
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; by default nothing. */
  readonly input?: string;
  /** Arguments for Node, before the program. */
  readonly nodeArgs?: readonly string[];
}

/** A home directory with a folder to serve. Removing it ends all processes started in it. */
export class Home implements AsyncDisposable {
  readonly path: string;
  readonly folder: string;
  readonly #started: Running[] = [];
  readonly #closeOutput = showOnFailure("The commands printed", () =>
    this.#started.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join("\n"),
  );

  private constructor(path: string) {
    this.path = path;
    this.folder = join(path, "project");
  }

  static async make(): Promise<Home> {
    const home = new Home(await realpath(await mkdtemp(join(tmpdir(), "tandem-cli-"))));
    await mkdir(join(home.folder, "src"), { recursive: true });
    await writeFile(join(home.folder, "a.txt"), "one\ntwo\nthree\n");
    await home.install("tandem", `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    return home;
  }

  /** Adds a script to the PATH of this home, and returns its path. */
  async install(name: string, script: string): Promise<string> {
    const file = join(this.path, "bin", name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, script, { mode: 0o755 });
    return file;
  }

  /** Inherits nothing else from the environment of the tests, so that no other editor is found. */
  get env(): Record<string, string> {
    const path = `${join(this.path, "bin")}:${process.env.PATH}`;
    return { PATH: path, HOME: this.path, TMPDIR: tmpdir(), LANG: "C.UTF-8", TERM: "xterm-256color" };
  }

  get lockDirectory(): string {
    return join(this.path, ".claude", "ide");
  }

  async locks(): Promise<string[]> {
    return (await readdir(this.lockDirectory).catch(() => [])).sort();
  }

  start(args: readonly string[], options: RunOptions = {}): Running {
    const { cwd = this.folder, env = {}, nodeArgs = [] } = options;
    return this.startProgram(process.execPath, [...nodeArgs, main, ...args], { cwd, env });
  }

  startProgram(program: string, args: readonly string[], options: RunOptions = {}): Running {
    const { cwd = this.folder, env = {} } = options;
    const running = new Running(spawn(program, args, { cwd, env: { ...this.env, ...env }, stdio: "pipe" }));
    this.#started.push(running);
    return running;
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const running = this.start(args, options);
    running.endInput(options.input);
    return running.exited;
  }

  /** Starts `tandem serve --json` and waits until it is ready. */
  async serve(
    ...args: string[]
  ): Promise<{ server: Running; port: number; pid: number; lockFile: string; page: string }> {
    const server = this.start(["serve", "--json", ...args]);
    const [line = ""] = await server.printed(/^\{"port".*\n/);
    return { server, ...JSON.parse(line) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closeOutput();
    for (const running of this.#started) running.kill("SIGKILL");
    await Promise.allSettled(this.#started.map((running) => running.exited));
    await removeFolder(this.path);
  }
}
