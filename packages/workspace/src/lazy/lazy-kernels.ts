/** Kernels that are loaded and started when code first runs, because most sessions run none. */

import type { Environment, LogSink } from "@tandem-ide/base";
import type { CodeOutput } from "../kernel/answer.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Kernels, KernelsOptions } from "../kernel/kernels.js";
import { kernelSettings } from "../settings/kernel-settings.js";
import type { Settings } from "../settings/settings.js";

/** Options of {@link createLazyKernels}. */
export interface LazyKernelsOptions extends Pick<KernelsOptions, "folders" | "activeNotebook"> {
  /** The result of `readSettings`. */
  readonly settings?: Settings;
  /** Defaults to `process.env`. */
  readonly env?: Environment;
  readonly log?: LogSink;
}

/**
 * Creates the kernels of a workspace from the user's settings. Throws a `SettingsError` about invalid settings. The caller
 * must ask the user before running code.
 *
 * @example
 * await using kernels = createLazyKernels({ folders: () => editor.workspaceFolders, settings: await readSettings(process.env) });
 * const outputs = await kernels.run("1 + 1", signal);
 */
export function createLazyKernels(options: LazyKernelsOptions): LazyKernels {
  const { folders, activeNotebook, settings = {}, env = process.env, log = () => {} } = options;
  return new LazyKernels({
    folders,
    ...(activeNotebook && { activeNotebook }),
    settings: kernelSettings(settings, env),
    environment: { ...env },
    log: (level, message) => log({ level, message }),
  });
}

/** Created by {@link createLazyKernels}. Matches the workbench's `CodeRunner`. */
export class LazyKernels implements AsyncDisposable {
  readonly #options: KernelsOptions;
  #kernels: Promise<Kernels> | undefined;
  #isClosed = false;

  constructor(options: KernelsOptions) {
    this.#options = options;
  }

  /** Runs code on the kernel of the active notebook, or of the workspace. Stops when the signal aborts. */
  async run(code: string, signal?: AbortSignal): Promise<readonly CodeOutput[]> {
    const kernels = await this.#load();
    return await kernels.run(code, signal);
  }

  async forWorkspace(): Promise<Kernel> {
    const kernels = await this.#load();
    return kernels.forFolder(this.#options.folders()[0]);
  }

  /** @param kernelName the kernel that the notebook's metadata names. */
  async forNotebook(path: string, kernelName: string | undefined): Promise<Kernel> {
    const kernels = await this.#load();
    return kernels.forNotebook(path, kernelName);
  }

  async closeNotebook(path: string): Promise<void> {
    const kernels = await this.#kernels;
    await kernels?.closeNotebook(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const kernels = await this.#kernels;
    await kernels?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #load(): Promise<Kernels> {
    if (this.#isClosed) throw new Error("Tandem is shutting down");
    this.#kernels ??= import("../kernel/index.js").then(({ createKernels }) => createKernels(this.#options));
    return this.#kernels;
  }
}
