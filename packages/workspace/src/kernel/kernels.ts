/** Which kernel runs what: one for each folder of the workspace, one for each notebook, all on one server. */
import { dirname, relative, sep } from "node:path";
import { type Clock, messageOf, systemClock } from "@tandem/base";
import { isInside } from "@tandem/base/node";
import type { CodeOutput } from "./answer.js";
import { JupyterConnection } from "./connection.js";
import type { Entry } from "./enter-folder.js";
import { KernelError } from "./errors.js";
import { JupyterServer } from "./jupyter-server.js";
import { Kernel } from "./kernel.js";
import type { KernelHome } from "./kernel-parts.js";
import { choosePython, type KernelWish, readKernelSpecs } from "./kernel-spec.js";
import type { KernelLog } from "./log.js";
import { type KernelSettings, parseServer } from "./settings.js";
import { untilAborted } from "./waiting.js";

export interface KernelsOptions {
  /** The workspace's folders now, the first one first. Code of no notebook runs in the first. */
  readonly folders: () => readonly string[];
  readonly settings?: KernelSettings;
  /** The notebook that is in front, if one is: then its kernel runs the code that `run` is given. */
  readonly activeNotebook?: () => string | undefined;
  /** By default this process's. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly log?: KernelLog;
  readonly clock?: Clock;
  /** How long cancelled code may take to stop before the kernel is restarted; by default 5 s. */
  readonly interruptPatienceMs?: number;
}

/** A server that answers. */
interface Backend {
  readonly connection: JupyterConnection;
  /** Where the user's code runs for a folder of the workspace; undefined where the server does not have it. */
  readonly entryFor: (folder: string) => Entry | undefined;
  /** Where kernels are started, as the server names it; by default where it was started itself. */
  readonly startPath?: string;
  readonly server?: JupyterServer;
}

/** The folder where there is none: what a kernel runs in then is its server's business. */
const noFolder = "";

/**
 * The kernels of a workspace. Made by {@link createKernels}; it has the shape of a workbench's `CodeRunner`.
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

  /** Runs code on the kernel of the notebook in front, or else of the workspace. Ends when the signal aborts. */
  async run(code: string, signal?: AbortSignal): Promise<readonly CodeOutput[]> {
    const { answer } = await this.current().run(code, { signal });
    return answer;
  }

  /** The kernel that {@link run} uses now. */
  current(): Kernel {
    const notebook = this.#options.activeNotebook?.();
    return notebook === undefined ? this.forFolder(this.#options.folders()[0]) : this.forNotebook(notebook);
  }

  /** The kernel of a folder of the workspace, which it runs in. It is started when it first runs code. */
  forFolder(folder: string | undefined): Kernel {
    const { kernelName } = this.#options.settings ?? {};
    const wish = kernelName === undefined ? undefined : { name: kernelName, isRequired: true };
    return this.#kernel(`folder ${folder ?? noFolder}`, folder, wish);
  }

  /**
   * The kernel of a notebook, which runs in the notebook's folder as Jupyter's do.
   *
   * @param kernelName what the notebook's metadata names; another Python will do where there is none of that name.
   */
  forNotebook(path: string, kernelName?: string): Kernel {
    const set = this.#options.settings?.kernelName;
    const name = kernelName ?? set;
    const wish = name === undefined ? undefined : { name, isRequired: kernelName === undefined };
    return this.#kernel(`notebook ${path}`, dirname(path), wish);
  }

  /** Ends the kernel of a notebook that was closed. */
  async closeNotebook(path: string): Promise<void> {
    const key = `notebook ${path}`;
    const kernel = this.#kernels.get(key);
    this.#kernels.delete(key);
    await kernel?.close();
  }

  /** Ends all kernels, and the server if it is ours. */
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

  #kernel(key: string, folder: string | undefined, wish: KernelWish | undefined): Kernel {
    if (this.#lifetime.signal.aborted) throw closedError();
    let kernel = this.#kernels.get(key);
    if (kernel === undefined || kernel.status === "closed") {
      kernel = new Kernel({
        home: (signal) => this.#home(folder, wish, signal),
        clock: this.#clock,
        log: this.#log,
        interruptPatienceMs: this.#options.interruptPatienceMs ?? 5_000,
      });
      this.#kernels.set(key, kernel);
    }
    return kernel;
  }

  async #home(folder: string | undefined, wish: KernelWish | undefined, signal: AbortSignal): Promise<KernelHome> {
    const { connection, entryFor, startPath, server } = await untilAborted(this.#ready(), signal);
    const specs = readKernelSpecs(await connection.request("api/kernelspecs", { signal }));
    const { name } = choosePython(specs, `The Jupyter server at ${connection.shownUrl}`, wish);
    const entry = folder === undefined ? undefined : entryFor(folder);
    return {
      connection,
      model: entry && startPath !== undefined ? { name, path: startPath } : { name },
      ...(entry && { entry }),
      lastWords: () => server?.kernelsLastWords ?? "",
      ...(server && { ended: server.ended }),
    };
  }

  /** The server, asked or started once; again when it failed or ended. */
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
        // One that was killed has left its directory behind.
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
        // Its root. Where that is the workspace, kernels start in it: this server is the user's own, and does so anyway.
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
      return { connection, entryFor: (folder) => ({ folder, ...server.withheld }), server };
    } catch (error) {
      await server.close().catch((reason: unknown) => this.#log("warn", messageOf(reason)));
      throw error;
    }
  }
}

/**
 * Runs Python on the user's own Jupyter: on a server that is started when code is first run, or on one that runs.
 * Whoever calls it asks the user first.
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

/** The way from the folder that a server starts kernels in; undefined where it does not have the folder. */
function pathOnServer(rootFolder: string | undefined, folder: string): string | undefined {
  if (rootFolder === undefined || !isInside(rootFolder, folder)) return undefined;
  return relative(rootFolder, folder).split(sep).join("/") || ".";
}
