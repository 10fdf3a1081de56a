/** The kernels, loaded and started when code is first run: most sessions run none. */
import type { Logger } from "@tandem/server";
import type { CodeKernel, CodeRunner } from "@tandem/workbench";
import type { Kernels, KernelsOptions } from "@tandem/workspace/kernel";
import type { Context } from "../context.js";
import type { Settings } from "../settings.js";
import { kernelSettings } from "./kernel-settings.js";

export interface LazyKernelsOptions {
  readonly folders: () => readonly string[];
  readonly settings: Settings;
  readonly log: Logger;
}

/** For `createWorkbench`; they end with the process. Throws words for the user about settings that make no sense. */
export function lazyKernels({ folders, settings, log }: LazyKernelsOptions, { env, lifecycle }: Context): LazyKernels {
  const kernels = new LazyKernels({
    folders,
    settings: kernelSettings(settings.jupyter, env),
    environment: { ...env },
    log: (level, message) => log[level](message),
  });
  lifecycle.defer(() => kernels.close());
  return kernels;
}

export class LazyKernels implements CodeRunner {
  readonly #options: KernelsOptions;
  #kernels: Promise<Kernels> | undefined;
  #isClosed = false;

  constructor(options: KernelsOptions) {
    this.#options = options;
  }

  async forWorkspace(): Promise<CodeKernel> {
    const kernels = await this.#load();
    return kernels.forFolder(this.#options.folders()[0]);
  }

  async forNotebook(path: string, kernelName: string | undefined): Promise<CodeKernel> {
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

  #load(): Promise<Kernels> {
    if (this.#isClosed) throw new Error("Tandem is about to end");
    this.#kernels ??= import("@tandem/workspace/kernel").then(({ createKernels }) => createKernels(this.#options));
    return this.#kernels;
  }
}
