/** Language servers and a Python kernel, with the settings that all of Tandem shares. Each is loaded when it is needed first. */
import type { LogSink } from "@tandem/server";
import type { LazyKernels, LazyLanguageServers } from "@tandem/workspace/lazy";

export interface BorrowedOptions {
  readonly folders: () => readonly string[];
  readonly log: LogSink;
}

export class Borrowed {
  readonly #options: BorrowedOptions;
  #servers: Promise<LazyLanguageServers> | undefined;
  #kernels: Promise<LazyKernels> | undefined;

  constructor(options: BorrowedOptions) {
    this.#options = options;
  }

  /** Rejects where the settings make no sense; the next call reads them again. */
  async languageServers(): Promise<LazyLanguageServers> {
    this.#servers ??= this.#loadServers();
    try {
      return await this.#servers;
    } catch (error) {
      this.#servers = undefined;
      throw error;
    }
  }

  /** Rejects as {@link languageServers} does. */
  async kernels(): Promise<LazyKernels> {
    this.#kernels ??= this.#loadKernels();
    try {
      return await this.#kernels;
    } catch (error) {
      this.#kernels = undefined;
      throw error;
    }
  }

  async foldersChanged(): Promise<void> {
    // Whoever asked for them has been told why they could not be loaded.
    const servers = await this.#servers?.catch(() => undefined);
    servers?.setFolders(this.#options.folders());
  }

  async close(): Promise<void> {
    const loaded = await Promise.allSettled([this.#servers, this.#kernels]);
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
