/**
 * Loads the language servers when the editor asks for it, or on first use. Passes on the files that were opened before.
 */
import { type Diagnostic, type DiagnosticsAnswer, messageOf } from "@tandem-ide/base";
import type { LanguageServers } from "../language/language-servers.js";
import type { ServerStatus } from "../language/options.js";
import type { PageConnection } from "../language/relay.js";
import type { LanguageTools, OpenText } from "../language/types.js";
import { Listeners, unlessAborted } from "../language/waiting.js";

export interface LazyLanguageServersParts {
  /** Called once. */
  readonly load: () => Promise<LanguageServers>;
  readonly folders: readonly string[];
  readonly warn: (message: string) => void;
}

/** Created by `createLazyLanguageServers`. Matches the workbench's `LanguageTools`. */
export class LazyLanguageServers implements LanguageTools, AsyncDisposable {
  readonly #parts: LazyLanguageServersParts;
  readonly #open = new Map<string, OpenText>();
  readonly #diagnosticsChanged: Listeners<[path: string, diagnostics: readonly Diagnostic[]]>;
  readonly #statusChanged: Listeners<[]>;
  #folders: readonly string[];
  #servers: LanguageServers | undefined;
  #loading: Promise<LanguageServers | undefined> | undefined;
  #isClosed = false;

  /** Use `createLazyLanguageServers`. */
  constructor(parts: LazyLanguageServersParts) {
    this.#parts = parts;
    this.#folders = parts.folders;
    const failed = (error: unknown) => parts.warn(`A language server listener failed: ${messageOf(error)}`);
    this.#diagnosticsChanged = new Listeners(failed);
    this.#statusChanged = new Listeners(failed);
  }

  /** The current workspace folders. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Loads the servers now. Logs the reason and returns undefined when they can't be loaded. */
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

  async diagnostics(path: string | undefined, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const servers = this.#servers ?? (await unlessAborted(this.load(), signal));
    return servers ? await servers.diagnostics(path, signal) : { files: [], isCurrent: false };
  }

  /** Connects a page to the language server of a file. Returns undefined when the file has none. */
  async connect(path: string, send: (message: string) => void): Promise<PageConnection | undefined> {
    return await (await this.load())?.connect(path, send);
  }

  /** Calls the listener when the diagnostics of an open file change. Returns a function that removes it. */
  onDiagnosticsChanged(listener: (path: string, diagnostics: readonly Diagnostic[]) => void): () => void {
    return this.#diagnosticsChanged.add(listener);
  }

  /** Changes the workspace folders. */
  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#servers?.setFolders(folders);
  }

  /** The status of every server that was needed so far, including missing ones. */
  status(): readonly ServerStatus[] {
    return this.#servers?.status() ?? [];
  }

  /** Calls the listener after each change of {@link status}. Returns a function that removes it. */
  onStatusChanged(listener: () => void): () => void {
    return this.#statusChanged.add(listener);
  }

  /** Restarts all servers. */
  restart(): void {
    this.#servers?.restart();
  }

  /** Searches again for missing servers, because one was installed or the user now trusts it. */
  rescan(): void {
    this.#servers?.rescan();
  }

  /** Stops all servers. */
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
      servers.onDiagnosticsChanged((path, diagnostics) => this.#diagnosticsChanged.tell(path, diagnostics));
      servers.onStatusChanged(() => this.#statusChanged.tell());
      for (const text of this.#open.values()) servers.opened(text);
      return servers;
    } catch (error) {
      this.#parts.warn(`Language servers aren't available: ${messageOf(error)}`);
      return undefined;
    }
  }
}
