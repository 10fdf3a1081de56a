/** Language servers and a Python kernel, with the settings that all of Tandem shares. Each is loaded when it is needed first. */
import type { LogSink } from "@tandem/base";
import type { LazyKernels, LazyLanguageServers } from "@tandem/workspace/lazy";
import { Lazy } from "./lazy.js";

export interface BorrowedOptions {
  readonly folders: () => readonly string[];
  readonly log: LogSink;
  /** For the user to read. */
  readonly warn: (message: string) => void;
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
    const { createLazyLanguageServers, settings, settingsFile } = await this.#load();
    const { folders, log, warn } = this.#options;
    const { languageTools, workspacePrograms } = await createLazyLanguageServers({ folders: folders(), settings, log });
    const told = new Set<string>();
    workspacePrograms.onChanged(() => {
      for (const { folder, program } of workspacePrograms.questions) {
        if (told.has(program)) continue;
        told.add(program);
        warn(
          `${program} was not started, because files of ${folder} decide what it runs. ` +
            `To trust that folder, add it to language.allowWorkspacePrograms in ${settingsFile(process.env)}.`,
        );
      }
    });
    return languageTools;
  }

  async #loadKernels(): Promise<LazyKernels> {
    const { createLazyKernels, settings } = await this.#load();
    return createLazyKernels({ ...this.#options, settings });
  }

  async #load() {
    const [lazy, { readSettings, settingsFile }] = await Promise.all([
      import("@tandem/workspace/lazy"),
      import("@tandem/workspace/settings"),
    ]);
    return { ...lazy, settingsFile, settings: await readSettings(process.env) };
  }
}
