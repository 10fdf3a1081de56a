/** Language servers and a Python kernel, with the settings that all of Tandem shares. Each is loaded when it is needed first. */
import type { LogSink } from "@tandem/server";
import type { LazyKernels, LazyLanguageServers } from "@tandem/workspace/lazy";
import { Lazy } from "./lazy.js";

export interface BorrowedOptions {
  readonly folders: () => readonly string[];
  readonly log: LogSink;
}

export class Borrowed {
  readonly #options: BorrowedOptions;
  readonly #servers = new Lazy(() => this.#loadServers());
  readonly #kernels = new Lazy(() => this.#loadKernels());

  constructor(options: BorrowedOptions) {
    this.#options = options;
  }

  /** Rejects where the settings make no sense; the next call reads them again. */
  languageServers(): Promise<LazyLanguageServers> {
    return this.#servers.get();
  }

  /** Rejects as {@link languageServers} does. */
  kernels(): Promise<LazyKernels> {
    return this.#kernels.get();
  }

  async foldersChanged(): Promise<void> {
    // Whoever asked for them has been told why they could not be loaded.
    const servers = await this.#servers.loaded?.catch(() => undefined);
    servers?.setFolders(this.#options.folders());
  }

  async close(): Promise<void> {
    const loaded = await Promise.allSettled([this.#servers.loaded, this.#kernels.loaded]);
    await Promise.allSettled(loaded.map((each) => (each.status === "fulfilled" ? each.value?.close() : undefined)));
  }

  async #loadServers(): Promise<LazyLanguageServers> {
    const { createLazyLanguageServers, settings } = await this.#load();
    const { folders, log } = this.#options;
    const { languageTools } = await createLazyLanguageServers({ folders: folders(), settings, log });
    return languageTools;
  }

  async #loadKernels(): Promise<LazyKernels> {
    const { createLazyKernels, settings } = await this.#load();
    return createLazyKernels({ ...this.#options, settings });
  }

  async #load() {
    const [lazy, { readSettings }] = await Promise.all([
      import("@tandem/workspace/lazy"),
      import("@tandem/workspace/settings"),
    ]);
    return { ...lazy, settings: await readSettings(process.env) };
  }
}
