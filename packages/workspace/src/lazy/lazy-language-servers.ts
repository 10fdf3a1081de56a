/**
 * What language servers need takes a moment to load, so that is done when the editor says so, or when somebody asks
 * before; what happens until then is told afterwards.
 */

import { type DiagnosticsAnswer, messageOf } from "@tandem/base";
import type { LanguageServers } from "../language/language-servers.js";
import type { ServerStatus } from "../language/options.js";
import type { PageConnection } from "../language/relay.js";
import type { LanguageTools, OpenText } from "../language/types.js";
import { unlessAborted } from "../language/waiting.js";

type DiagnosticsListener = Parameters<LanguageServers["onDiagnosticsChanged"]>[0];

export interface LazyLanguageServersParts {
  /** Called once. */
  readonly load: () => Promise<LanguageServers>;
  readonly folders: readonly string[];
  readonly warn: (message: string) => void;
}

/** Made by `createLazyLanguageServers`; it has the shape of a workbench's `LanguageTools`. */
export class LazyLanguageServers implements LanguageTools, AsyncDisposable {
  readonly #parts: LazyLanguageServersParts;
  readonly #open = new Map<string, OpenText>();
  readonly #diagnosticsListeners = new Set<DiagnosticsListener>();
  readonly #statusListeners = new Set<() => void>();
  #folders: readonly string[];
  #servers: LanguageServers | undefined;
  #loading: Promise<LanguageServers | undefined> | undefined;
  #isClosed = false;

  /** Use `createLazyLanguageServers`. */
  constructor(parts: LazyLanguageServersParts) {
    this.#parts = parts;
    this.#folders = parts.folders;
  }

  /** The workspace folders as they are now. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Loads them now, when the editor has the time. Undefined when they cannot be loaded, which is said in the log. */
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

  async diagnostics(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    const servers = this.#servers ?? (await unlessAborted(this.load(), patience));
    return servers ? await servers.diagnostics(path, patience) : { files: [], isCurrent: false };
  }

  /** For a window that talks to the server of a file; undefined where the file has none. */
  async connect(path: string, send: (message: string) => void): Promise<PageConnection | undefined> {
    return await (await this.load())?.connect(path, send);
  }

  /** Tells what is wrong in files that the editor has open, as it changes; the function that is returned ends it. */
  onDiagnosticsChanged(listener: DiagnosticsListener): () => void {
    this.#diagnosticsListeners.add(listener);
    return () => this.#diagnosticsListeners.delete(listener);
  }

  /** The workspace folders have changed. */
  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#servers?.setFolders(folders);
  }

  /** Each server that was needed so far, and each that was needed and is not there. */
  status(): readonly ServerStatus[] {
    return this.#servers?.status() ?? [];
  }

  /** Calls back after each change of {@link status}; the function that is returned ends it. */
  onStatusChanged(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Starts all servers anew. */
  restart(): void {
    this.#servers?.restart();
  }

  /** Looks for servers that were not there: one was installed, or the user has allowed it. */
  lookAgain(): void {
    this.#servers?.lookAgain();
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#loading)?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #load(): Promise<LanguageServers | undefined> {
    try {
      const servers = await this.#parts.load();
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
      this.#parts.warn(`Language servers are not available: ${messageOf(error)}`);
      return undefined;
    }
  }
}
