/** A Jupyter server that we start on loopback when it is first needed, and stop with this process. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { type Clock, messageOf, sleep } from "@tandem-ide/base";
import { neutralEnvironment } from "../programs/neutral.js";
import { type Entry, lackingVariables } from "./enter-folder.js";
import { KernelError } from "./errors.js";
import { findJupyter } from "./find-jupyter.js";
import type { KernelLog } from "./log.js";
import { LogTail } from "./log-tail.js";
import { pythonConfig } from "./server-config.js";
import type { ServerAddress } from "./settings.js";

export interface StartServerOptions {
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly mayRunFromWorkspace: boolean;
  readonly command?: readonly string[] | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: KernelLog;
  readonly signal?: AbortSignal | undefined;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 8_000;
const pollMs = 40;
/** Another program may take the port before the server does. */
const attempts = 3;

export class JupyterServer {
  readonly address: ServerAddress;
  /** The part of the user's environment that the server and its kernels are started without. */
  readonly hidden: Omit<Entry, "folder">;
  /** Resolves when the process has exited for any reason. */
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
    hidden: Omit<Entry, "folder">,
    clock: Clock,
  ) {
    this.#child = child;
    this.#output = output;
    this.#directory = directory;
    this.#clock = clock;
    this.address = address;
    this.hidden = hidden;
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        resolve();
      };
      // Doesn't wait for "close", because kernels share its standard error and may exit a little later.
      child.once("exit", end);
      child.once("error", end);
    });
  }

  /** Finds the Jupyter command, starts it, and waits until the server listens. */
  static async start(options: StartServerOptions): Promise<JupyterServer> {
    // Readable only by this user (mkdtemp uses mode 0700), because it contains the token and the keys of kernels.
    const directory = await realpath(await mkdtemp(join(tmpdir(), "tandem-jupyter-")));
    try {
      // An empty working directory, because Python and its tools load modules and settings from there.
      const startFolder = join(directory, "start");
      await mkdir(startFolder, { mode: 0o700 });
      const { folders, mayRunFromWorkspace, environment: own } = options;
      const environment = mayRunFromWorkspace ? own : await neutralEnvironment(own, folders);
      const command = await findJupyter({ ...options, environment, directory: startFolder });
      options.log("debug", `Starting a Jupyter server: ${command.join(" ")}`);
      for (let attempt = 1; ; attempt++) {
        const server = await JupyterServer.#spawn(command, { directory, startFolder, environment }, options);
        try {
          await server.#listens(options.signal);
          options.log("info", `Started a Jupyter server at ${server.address.baseUrl} (process ${server.#child.pid}).`);
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
    { directory, startFolder, environment }: { directory: string; startFolder: string; environment: NodeJS.ProcessEnv },
    options: StartServerOptions,
  ) {
    const [program = "", ...argv] = command;
    const port = await freePort();
    const token = randomBytes(24).toString("hex");
    const runtime = join(directory, "runtime");
    const config = join(directory, "config.py");
    const isRoot = process.getuid?.() === 0;
    await mkdir(runtime, { recursive: true, mode: 0o700 });
    await writeFile(config, pythonConfig({ port, token, startFolder, directory, isRoot }), { mode: 0o600 });
    const child = spawn(program, [...argv, `--config=${config}`], {
      cwd: startFolder,
      env: { ...environment, JUPYTER_RUNTIME_DIR: runtime, JUPYTER_TOKEN: undefined },
      stdio: ["pipe", "ignore", "pipe"],
      // Runs in its own process group, so that Ctrl-C in our terminal reaches only us.
      detached: process.platform !== "win32",
      windowsHide: true,
      shell: process.platform === "win32" && /\.(cmd|bat)$/i.test(program),
    });
    const output = new LogTail();
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      // The server logs requested URLs, and one may contain the token.
      const text = chunk.replaceAll(token, "[token]");
      output.add(text);
      options.log("debug", `Jupyter: ${text.trimEnd()}`);
    });
    child.on("error", (error) => output.add(messageOf(error)));
    // EPIPE after the server has exited, which is reported separately.
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

  /** The last lines of a kernel in the server's log, which explain why it can't start. */
  get lastKernelOutput(): string {
    return this.#output.lastOfKernel(6);
  }

  /** Stops the server and its kernels. */
  async close(): Promise<void> {
    await this.#end();
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 3 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Waits for the file that a server writes when it listens. Polling the port instead could send the token to another program
   * that took the port.
   */
  async #listens(signal: AbortSignal | undefined): Promise<void> {
    const deadline = this.#clock.now() + startTimeoutMs;
    for (;;) {
      const files = await readdir(join(this.#directory, "runtime")).catch(() => []);
      // Since version 2.0, servers write it shortly before they accept connections.
      const isWritten = files.some((name) => /^(jp|nb)server-\d+\.json$/.test(name));
      if (isWritten && (await takesConnections(new URL(this.address.baseUrl)))) return;
      if (this.#hasEnded) {
        // Its output may arrive shortly after its exit.
        await Promise.race([once(this.#child, "close"), sleep(this.#clock, 500, signal)]);
        throw this.#startFailure("exited immediately");
      }
      if (this.#clock.now() > deadline) throw this.#startFailure(`didn't start within ${startTimeoutMs / 1000} s`);
      await sleep(this.#clock, pollMs, signal);
    }
  }

  #startFailure(what: string): KernelError {
    return new KernelError(
      "server-failed",
      `The Jupyter server ${what}. Its last output was:\n${this.#output.last(8)}`,
    );
  }

  async #end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#child.kill("SIGTERM");
    const cancelKill = this.#clock.after(stopTimeoutMs, () => this.#child.kill("SIGKILL"));
    await this.ended;
    cancelKill();
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
  if (address === null || typeof address === "string") throw new Error("Can't find a free port.");
  return address.port;
}
