/** A Jupyter server of our own: started on loopback when it is first needed, ended with us. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { type Clock, messageOf, sleep } from "@tandem/base";
import { neutralEnvironment } from "../programs/neutral.js";
import { type Entry, lackingVariables } from "./enter-folder.js";
import { KernelError } from "./errors.js";
import { findJupyter } from "./find-jupyter.js";
import type { KernelLog } from "./log.js";
import { LogTail } from "./log-tail.js";
import { pythonConfig } from "./server-config.js";
import type { ServerAddress } from "./settings.js";

export interface StartServerOptions {
  /** The workspace's folders. */
  readonly folders: readonly string[];
  readonly mayRunFromWorkspace: boolean;
  readonly command?: readonly string[] | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: KernelLog;
  readonly signal?: AbortSignal | undefined;
}

const startPatienceMs = 60_000;
const stopPatienceMs = 8_000;
const pollMs = 40;
/** Somebody else may take the port between our look and the server's. */
const attempts = 3;

export class JupyterServer {
  readonly address: ServerAddress;
  /** What of the user's environment the server, and so its kernels, are started without. */
  readonly withheld: Omit<Entry, "folder">;
  /** Resolves when the process has ended, by our doing or not. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #directory: string;
  readonly #output: LogTail;
  readonly #clock: Clock;
  #hasEnded = false;

  private constructor(
    child: ChildProcess,
    output: LogTail,
    directory: string,
    address: ServerAddress,
    withheld: Omit<Entry, "folder">,
    clock: Clock,
  ) {
    this.#child = child;
    this.#output = output;
    this.#directory = directory;
    this.#clock = clock;
    this.address = address;
    this.withheld = withheld;
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        resolve();
      };
      // Not its "close": kernels have its standard error too, and may live a little longer.
      child.once("exit", end);
      child.once("error", end);
    });
  }

  /** Finds a Jupyter server's command, starts it, and waits until it listens. */
  static async start(options: StartServerOptions): Promise<JupyterServer> {
    // Of this user alone (mkdtemp makes it 0700): it holds the token, and the kernels' keys.
    const directory = await realpath(await mkdtemp(join(tmpdir(), "tandem-jupyter-")));
    try {
      // Python, and what stands on it, look for modules and settings in the folder that they are started in.
      const start = join(directory, "start");
      await mkdir(start, { mode: 0o700 });
      const { folders, mayRunFromWorkspace, environment: own } = options;
      const environment = mayRunFromWorkspace ? own : await neutralEnvironment(own, folders);
      const command = await findJupyter({ ...options, environment, directory: start });
      options.log("debug", `Starting a Jupyter server: ${command.join(" ")}`);
      for (let attempt = 1; ; attempt++) {
        const server = await JupyterServer.#spawn(command, { directory, start, environment }, options);
        try {
          await server.#listens(options.signal);
          options.log("info", `A Jupyter server runs at ${server.address.baseUrl} (process ${server.#child.pid}).`);
          return server;
        } catch (error) {
          await server.#end();
          if (attempt === attempts || !server.#output.includes("already in use")) throw error;
        }
      }
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  static async #spawn(
    command: readonly string[],
    { directory, start, environment }: { directory: string; start: string; environment: NodeJS.ProcessEnv },
    options: StartServerOptions,
  ) {
    const [program = "", ...argv] = command;
    const port = await freePort();
    const token = randomBytes(24).toString("hex");
    const runtime = join(directory, "runtime");
    const config = join(directory, "config.py");
    const isRoot = process.getuid?.() === 0;
    await mkdir(runtime, { recursive: true, mode: 0o700 });
    await writeFile(config, pythonConfig({ port, token, start, directory, isRoot }), { mode: 0o600 });
    const child = spawn(program, [...argv, `--config=${config}`], {
      cwd: start,
      env: { ...environment, JUPYTER_RUNTIME_DIR: runtime, JUPYTER_TOKEN: undefined },
      stdio: ["pipe", "ignore", "pipe"],
      // A group of its own, so that Ctrl-C in our terminal is ours to handle.
      detached: process.platform !== "win32",
      windowsHide: true,
      shell: process.platform === "win32" && /\.(cmd|bat)$/i.test(program),
    });
    const output = new LogTail();
    child.stderr?.setEncoding("utf8").on("data", (said: string) => {
      // It logs addresses as they were asked for, and somebody may have put the token into one.
      const text = said.replaceAll(token, "[token]");
      output.add(text);
      options.log("debug", `Jupyter: ${text.trimEnd()}`);
    });
    child.on("error", (error) => output.add(messageOf(error)));
    // A pipe whose reader is gone raises EPIPE; the server's end is told by its exit.
    child.stdin?.on("error", () => {});
    const address = { baseUrl: `http://127.0.0.1:${port}/`, token };
    const variables = lackingVariables(options.environment, environment);
    const paths = (variables.PYTHONPATH ?? "").split(delimiter).filter((path) => isAbsolute(path));
    return new JupyterServer(child, output, directory, address, { variables, paths }, options.clock);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The last words of a kernel: what it complains about when it starts is in the server's log. */
  get kernelsLastWords(): string {
    return this.#output.lastOfKernel(6);
  }

  /** Ends the server and its kernels. */
  async close(): Promise<void> {
    await this.#end();
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 3 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Waits for the file that a server writes when it listens. Asking the port instead might ask somebody else who took it,
   * and would tell them the token.
   */
  async #listens(signal: AbortSignal | undefined): Promise<void> {
    const deadline = this.#clock.now() + startPatienceMs;
    for (;;) {
      const files = await readdir(join(this.#directory, "runtime")).catch(() => []);
      // Servers since 2.0 write it a moment before they take connections.
      const isWritten = files.some((name) => /^(jp|nb)server-\d+\.json$/.test(name));
      if (isWritten && (await takesConnections(new URL(this.address.baseUrl)))) return;
      if (this.#hasEnded) {
        // What it said may come a moment later than the news of its end.
        await Promise.race([once(this.#child, "close"), sleep(this.#clock, 500, signal)]);
        throw new KernelError("server-failed", `The Jupyter server ended at once. It said:\n${this.#output.last(8)}`);
      }
      if (this.#clock.now() > deadline)
        throw new KernelError(
          "server-failed",
          `The Jupyter server did not start within ${startPatienceMs / 1000} s. It said:\n${this.#output.last(8)}`,
        );
      await sleep(this.#clock, pollMs, signal);
    }
  }

  async #end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#child.kill("SIGTERM");
    const callOff = this.#clock.after(stopPatienceMs, () => this.#child.kill("SIGKILL"));
    await this.ended;
    callOff();
  }
}

async function takesConnections({ hostname, port }: URL): Promise<boolean> {
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}
