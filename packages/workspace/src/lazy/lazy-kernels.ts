/** The kernels, loaded and started when code is first run: most sessions run none. */

import type { Environment, LogSink } from "@tandem/base";
import type { CodeOutput } from "../kernel/answer.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Kernels, KernelsOptions } from "../kernel/kernels.js";
import { kernelSettings } from "../settings/kernel-settings.js";
import type { Settings } from "../settings/settings.js";

/** Options of {@link createLazyKernels}. */
export interface LazyKernelsOptions extends Pick<KernelsOptions, "folders" | "activeNotebook"> {
  /** As the user's file has them, from `readSettings`. */
  readonly settings?: Settings;
  /** By default this process's. */
  readonly env?: Environment;
  readonly log?: LogSink;
}

/**
 * The kernels of a workspace, by the user's settings. Throws a `SettingsError` about settings that make no sense; all else
 * waits for the first code. Whoever calls it asks the user before code runs.
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

/** Made by {@link createLazyKernels}; it has the shape of a workbench's `CodeRunner`. */
export class LazyKernels implements AsyncDisposable {
  readonly #options: KernelsOptions;
  #kernels: Promise<Kernels> | undefined;
  #isClosed = false;

  constructor(options: KernelsOptions) {
    this.#options = options;
  }

  /** Runs code on the kernel of the notebook in front, or else of the workspace. Ends when the signal aborts. */
  async run(code: string, signal?: AbortSignal): Promise<readonly CodeOutput[]> {
    const kernels = await this.#load();
    return await kernels.run(code, signal);
  }

  async forWorkspace(): Promise<Kernel> {
    const kernels = await this.#load();
    return kernels.forFolder(this.#options.folders()[0]);
  }

  /** @param kernelName the kernel that the notebook names. */
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
    if (this.#isClosed) throw new Error("Tandem is about to end");
    this.#kernels ??= import("../kernel/index.js").then(({ createKernels }) => createKernels(this.#options));
    return this.#kernels;
  }
}
