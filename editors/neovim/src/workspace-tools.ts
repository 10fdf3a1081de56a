/** Language servers and a Python kernel, with the settings that all parts of Tandem share. Each is loaded on first use. */
import type { LogSink } from "@tandem-ide/base";
import type { LazyKernels, LazyLanguageServers } from "@tandem-ide/workspace/lazy";
import { Lazy } from "./lazy.js";

export interface WorkspaceToolsOptions {
  readonly folders: () => readonly string[];
  readonly log: LogSink;
  /** Shows a warning to the user. */
  readonly warn: (message: string) => void;
}

export class WorkspaceTools {
  readonly #options: WorkspaceToolsOptions;
  readonly #servers = new Lazy(() => this.#loadServers());
  readonly #kernels = new Lazy(() => this.#loadKernels());

  constructor(options: WorkspaceToolsOptions) {
    this.#options = options;
  }

  /** Rejects if the settings are invalid; the next call reads them again. */
  languageServers(): Promise<LazyLanguageServers> {
    return this.#servers.get();
  }

  /** Rejects as {@link languageServers} does. */
  kernels(): Promise<LazyKernels> {
    return this.#kernels.get();
  }

  async foldersChanged(): Promise<void> {
    // A failure to load has already been reported to the caller of `languageServers`.
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
    const reported = new Set<string>();
    workspacePrograms.onChanged(() => {
      for (const { folder, program } of workspacePrograms.questions) {
        if (reported.has(program)) continue;
        reported.add(program);
        warn(
          `${program} wasn't started, because it can run code from ${folder}. ` +
            `To trust this folder, add it to language.allowWorkspacePrograms in ${settingsFile(process.env)}.`,
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
      import("@tandem-ide/workspace/lazy"),
      import("@tandem-ide/workspace/settings"),
    ]);
    return { ...lazy, settingsFile, settings: await readSettings(process.env) };
  }
}
