/** The kernels of a workspace: one for each folder and one for each notebook, all on one server. */
import { dirname, relative, sep } from "node:path";
import { type Clock, messageOf, systemClock } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import type { CodeOutput } from "./answer.js";
import { JupyterConnection } from "./connection.js";
import type { Entry } from "./enter-folder.js";
import { KernelError } from "./errors.js";
import { JupyterServer } from "./jupyter-server.js";
import { Kernel } from "./kernel.js";
import type { KernelServer } from "./kernel-parts.js";
import { choosePython, type RequestedKernel, readKernelSpecs } from "./kernel-spec.js";
import type { KernelLog } from "./log.js";
import { type KernelSettings, parseServer } from "./settings.js";
import { untilAborted } from "./waiting.js";

export interface KernelsOptions {
  /** Returns the current workspace folders. Code that belongs to no notebook runs in the first. */
  readonly folders: () => readonly string[];
  readonly settings?: KernelSettings;
  /** Returns the path of the active notebook, whose kernel then executes `run`. */
  readonly activeNotebook?: () => string | undefined;
  /** Defaults to `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly log?: KernelLog;
  readonly clock?: Clock;
  /** The time that cancelled code has to stop before the kernel is restarted. Defaults to 5 s. */
  readonly interruptPatienceMs?: number;
}

/** A server that is ready to start kernels. */
interface Backend {
  readonly connection: JupyterConnection;
  /** Returns how kernels enter a workspace folder, or undefined when the server doesn't have the folder. */
  readonly entryFor: (folder: string) => Entry | undefined;
  /** The folder on the server that kernels start in. Defaults to the server's working directory. */
  readonly startPath?: string;
  readonly server?: JupyterServer;
}

/**
 * The kernels of a workspace. Created by {@link createKernels}. Matches the workbench's `CodeRunner`.
 *
 * @example
 * await using kernels = createKernels({ folders: () => ["/home/ada/project"] });
 * await kernels.run("print('hello')", new AbortController().signal); // [{ type: "text", text: "hello\n" }]
 */
export class Kernels {
  readonly #options: KernelsOptions;
  readonly #clock: Clock;
  readonly #log: KernelLog;
  readonly #lifetime = new AbortController();
  readonly #kernels = new Map<string, Kernel>();
  #backend: Promise<Backend> | undefined;

  constructor(options: KernelsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? (() => {});
  }

  /** Runs code on the kernel of the active notebook, or of the workspace. Stops when the signal aborts. */
  async run(code: string, signal?: AbortSignal): Promise<readonly CodeOutput[]> {
    const { answer } = await this.current().run(code, { signal });
    return answer;
  }

  /** The kernel that {@link run} uses now. */
  current(): Kernel {
    const notebook = this.#options.activeNotebook?.();
    return notebook === undefined ? this.forFolder(this.#options.folders()[0]) : this.forNotebook(notebook);
  }

  /** Returns the kernel of a workspace folder. It starts when code first runs. Without a folder, the server decides where. */
  forFolder(folder: string | undefined): Kernel {
    const { kernelName } = this.#options.settings ?? {};
    const requested = kernelName === undefined ? undefined : { name: kernelName, isRequired: true };
    return this.#kernel(`folder ${folder ?? ""}`, folder, requested);
  }

  /**
   * Returns the kernel of a notebook, which runs in the notebook's folder as in Jupyter.
   *
   * @param kernelName the name in the notebook's metadata. Another Python kernel is used if the server doesn't have it.
   */
  forNotebook(path: string, kernelName?: string): Kernel {
    const name = kernelName ?? this.#options.settings?.kernelName;
    const requested = name === undefined ? undefined : { name, isRequired: kernelName === undefined };
    return this.#kernel(`notebook ${path}`, dirname(path), requested);
  }

  /** Stops the kernel of a closed notebook. */
  async closeNotebook(path: string): Promise<void> {
    const key = `notebook ${path}`;
    const kernel = this.#kernels.get(key);
    this.#kernels.delete(key);
    await kernel?.close();
  }

  /** Stops all kernels, and the server if we started it. */
  async close(): Promise<void> {
    if (this.#lifetime.signal.aborted) return;
    this.#lifetime.abort(closedError());
    const backend = await this.#backend?.catch(() => undefined);
    await Promise.all([...this.#kernels.values()].map((kernel) => kernel.close()));
    await backend?.server?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #kernel(key: string, folder: string | undefined, requested: RequestedKernel | undefined): Kernel {
    if (this.#lifetime.signal.aborted) throw closedError();
    let kernel = this.#kernels.get(key);
    if (kernel === undefined || kernel.status === "closed") {
      kernel = new Kernel({
        server: (signal) => this.#serverFor(folder, requested, signal),
        clock: this.#clock,
        log: this.#log,
        interruptPatienceMs: this.#options.interruptPatienceMs ?? 5_000,
      });
      this.#kernels.set(key, kernel);
    }
    return kernel;
  }

  async #serverFor(
    folder: string | undefined,
    requested: RequestedKernel | undefined,
    signal: AbortSignal,
  ): Promise<KernelServer> {
    const { connection, entryFor, startPath, server } = await untilAborted(this.#ready(), signal);
    const specs = readKernelSpecs(await connection.request("api/kernelspecs", { signal }));
    const { name } = choosePython(specs, `the Jupyter server at ${connection.shownUrl}`, requested);
    const entry = folder === undefined ? undefined : entryFor(folder);
    return {
      connection,
      model: entry && startPath !== undefined ? { name, path: startPath } : { name },
      ...(entry && { entry }),
      lastOutput: () => server?.lastKernelOutput ?? "",
      ...(server && { ended: server.ended }),
    };
  }

  /** Connects to the server, or starts it. Tries again after it failed or exited. */
  #ready(): Promise<Backend> {
    if (this.#backend === undefined) {
      const backend = this.#open();
      this.#backend = backend;
      const forget = () => {
        if (this.#backend === backend) this.#backend = undefined;
      };
      backend.then(async ({ server }) => {
        await server?.ended;
        if (server === undefined) return;
        forget();
        // A killed server leaves its directory behind.
        await server.close().catch((error: unknown) => this.#log("warn", messageOf(error)));
      }, forget);
    }
    return this.#backend;
  }

  async #open(): Promise<Backend> {
    const { settings = {}, folders, environment = process.env } = this.#options;
    const { signal } = this.#lifetime;
    if (settings.server !== undefined) {
      const connection = await JupyterConnection.open(parseServer(settings.server), this.#clock);
      await connection.check(signal);
      const { rootFolder } = settings.server;
      return {
        connection,
        // Kernels start in the server's root, even if that is the workspace: this server was started by the user.
        startPath: "",
        entryFor: (folder) => {
          const path = pathOnServer(rootFolder, folder);
          return path === undefined ? undefined : { folder: path, variables: {}, paths: [] };
        },
      };
    }
    const server = await JupyterServer.start({
      folders: folders(),
      mayRunFromWorkspace: settings.mayRunFromWorkspace ?? false,
      command: settings.command,
      environment,
      clock: this.#clock,
      log: this.#log,
      signal,
    });
    try {
      const connection = await JupyterConnection.open(server.address, this.#clock);
      await connection.check(signal);
      return { connection, entryFor: (folder) => ({ folder, ...server.hidden }), server };
    } catch (error) {
      await server.close().catch((reason: unknown) => this.#log("warn", messageOf(reason)));
      throw error;
    }
  }
}

/**
 * Runs Python on the user's Jupyter: on a server that is started when code first runs, or on a running one. The caller must
 * ask the user before running code.
 *
 * @example
 * const kernels = createKernels({ folders: () => editor.workspaceFolders });
 * const outputs = await kernels.run("import sys; sys.version", signal);
 * await kernels.close();
 */
export function createKernels(options: KernelsOptions): Kernels {
  return new Kernels(options);
}

function closedError(): KernelError {
  return new KernelError("closed", "The kernels were closed.");
}

/** Returns the path of a folder relative to the server's root, or undefined when the server doesn't have the folder. */
function pathOnServer(rootFolder: string | undefined, folder: string): string | undefined {
  if (rootFolder === undefined || !isInside(rootFolder, folder)) return undefined;
  return relative(rootFolder, folder).split(sep).join("/") || ".";
}
