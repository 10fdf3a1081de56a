/**
 * Language servers for the workbench. What they need takes a moment to load, so that is done after the start, or when
 * somebody asks before; what happens until then is told afterwards.
 */
import type { LanguageConnection, LanguageDiagnosticsAnswer, LanguageTools, OpenText } from "@tandem/workbench";
import type { LanguageServers } from "@tandem/workspace/language";
import { messageOf } from "../exit-codes.js";

type DiagnosticsListener = Parameters<LanguageServers["onDiagnosticsChanged"]>[0];

export interface LazyLanguageToolsOptions {
  /** Called once. */
  readonly load: () => Promise<LanguageServers>;
  readonly folders: readonly string[];
  readonly warn: (message: string) => void;
}

export class LazyLanguageTools implements LanguageTools {
  readonly #options: LazyLanguageToolsOptions;
  readonly #open = new Map<string, OpenText>();
  readonly #diagnosticsListeners = new Set<DiagnosticsListener>();
  readonly #statusListeners = new Set<() => void>();
  #folders: readonly string[];
  #servers: LanguageServers | undefined;
  #loading: Promise<LanguageServers | undefined> | undefined;
  #isClosed = false;

  constructor(options: LazyLanguageToolsOptions) {
    this.#options = options;
    this.#folders = options.folders;
  }

  /** The workspace folders as they are now. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Undefined when they cannot be loaded, which is said in the log. */
  load(): Promise<LanguageServers | undefined> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  opened(text: OpenText): void {
    this.#open.set(text.path, text);
    if (this.#servers) this.#servers.opened(text);
    else void this.load();
  }

  changed(text: OpenText): void {
    this.#open.set(text.path, text);
    this.#servers?.changed(text);
  }

  saved(path: string): void {
    this.#servers?.saved(path);
  }

  closed(path: string): void {
    this.#open.delete(path);
    this.#servers?.closed(path);
  }

  async diagnostics(path: string | undefined, patience: AbortSignal): Promise<LanguageDiagnosticsAnswer> {
    const aborted = new Promise<undefined>((resolve) => {
      if (patience.aborted) resolve(undefined);
      patience.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const servers = this.#servers ?? (await Promise.race([this.load(), aborted]));
    return servers ? await servers.diagnostics(path, patience) : { files: [], isCurrent: false };
  }

  async connect(path: string, send: (message: string) => void): Promise<LanguageConnection | undefined> {
    return await (await this.load())?.connect(path, send);
  }

  onDiagnosticsChanged(listener: DiagnosticsListener): () => void {
    this.#diagnosticsListeners.add(listener);
    return () => this.#diagnosticsListeners.delete(listener);
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#servers?.setFolders(folders);
  }

  status(): ReturnType<LanguageServers["status"]> {
    return this.#servers?.status() ?? [];
  }

  onStatusChanged(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  restart(): void {
    this.#servers?.restart();
  }

  lookAgain(): void {
    this.#servers?.lookAgain();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#loading)?.close();
  }

  async #load(): Promise<LanguageServers | undefined> {
    try {
      const servers = await this.#options.load();
      if (this.#isClosed) return servers;
      this.#servers = servers;
      servers.setFolders(this.#folders);
      servers.onDiagnosticsChanged((path, diagnostics) => {
        for (const listener of this.#diagnosticsListeners) listener(path, diagnostics);
      });
      servers.onStatusChanged(() => {
        for (const listener of this.#statusListeners) listener();
      });
      for (const text of this.#open.values()) servers.opened(text);
      return servers;
    } catch (error) {
      this.#options.warn(`Language servers are not available: ${messageOf(error)}`);
      return undefined;
    }
  }
}
