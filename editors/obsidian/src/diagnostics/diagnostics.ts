/** Problems that Obsidian finds in notes, for their current text if it is indexed in time. */
import { stat } from "node:fs/promises";
import { Condition, type Diagnostic, type DiagnosticsAnswer, type FileDiagnostics } from "@tandem-ide/base";
import { toEditorText } from "@tandem-ide/base/text";
import type { App, Component, TFile } from "obsidian";
import { isUnsaved } from "../editor/documents.js";
import { leavesOf } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { frontmatterWarnings } from "./frontmatter-warnings.js";
import { isUnresolved, linkWarnings } from "./link-warnings.js";

/** How often to check a file on disk while waiting. */
const checkMs = 50;

export class Diagnostics {
  readonly #app: App;
  readonly #paths: VaultPaths;
  /** Notes that have changed since Obsidian indexed them. */
  readonly #outdated = new Set<string>();
  readonly #waiters = new Condition();

  constructor(app: App, paths: VaultPaths) {
    this.#app = app;
    this.#paths = paths;
  }

  /** Follows Obsidian's index while the component is loaded. */
  follow(component: Component): void {
    const { vault, metadataCache } = this.#app;
    component.registerEvent(
      vault.on("modify", ({ path }) => {
        // Obsidian doesn't index other files.
        if (path.endsWith(".md")) this.#outdated.add(path);
      }),
    );
    component.registerEvent(vault.on("delete", ({ path }) => this.#outdated.delete(path)));
    component.registerEvent(
      vault.on("rename", ({ path }, before) => {
        if (this.#outdated.delete(before) && path.endsWith(".md")) this.#outdated.add(path);
      }),
    );
    component.registerEvent(
      metadataCache.on("changed", ({ path }) => {
        this.#outdated.delete(path);
        this.#waiters.notifyAll();
      }),
    );
    component.register(() => this.#waiters.notifyAll());
  }

  async find(path: string | undefined, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    return path === undefined ? await this.#findAll(signal) : await this.#findIn(path, signal);
  }

  async #findIn(path: string, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const vaultPath = this.#paths.inVault(path);
    // Obsidian doesn't check files of other types, so an empty result is current.
    if (vaultPath === undefined || !vaultPath.endsWith(".md")) return { files: [], isCurrent: true };
    const isCurrent = await this.#settle(path, vaultPath, signal);
    const file = this.#app.vault.getFileByPath(vaultPath);
    if (!file) return { files: [], isCurrent };
    return { files: [{ path, diagnostics: await this.#find(file) }], isCurrent };
  }

  async #findAll(signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const files: FileDiagnostics[] = [];
    for (const file of this.#app.vault.getMarkdownFiles()) {
      if (signal.aborted) return { files, isCurrent: false };
      if (!this.#mayHaveProblems(file)) continue;
      const diagnostics = await this.#find(file);
      if (diagnostics.length > 0) files.push({ path: this.#paths.absolute(file.path), diagnostics });
    }
    return { files, isCurrent: this.#outdated.size === 0 };
  }

  /** Checks only the index, so that few notes of a large vault are read. */
  #mayHaveProblems(file: TFile): boolean {
    const cache = this.#app.metadataCache.getFileCache(file);
    if (!cache) return false;
    const references = [...(cache.frontmatterLinks ?? []), ...(cache.links ?? []), ...(cache.embeds ?? [])];
    if (references.some(({ link }) => isUnresolved(this.#app, link, file))) return true;
    return cache.sections?.[0]?.type === "yaml" && Object.keys(cache.frontmatter ?? {}).length === 0;
  }

  async #find(file: TFile): Promise<readonly Diagnostic[]> {
    const cache = this.#app.metadataCache.getFileCache(file);
    const text = toEditorText(await this.#app.vault.cachedRead(file).catch(() => ""));
    return [...frontmatterWarnings(text), ...(cache ? linkWarnings(this.#app, file, cache, text) : [])];
  }

  /** Waits until the index is up to date with the disk. Returns false if `signal` aborts first. */
  async #settle(path: string, vaultPath: string, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.#isCurrent(path, vaultPath)) return true;
      await this.#waiters.wait(signal, checkMs);
    }
    return false;
  }

  async #isCurrent(path: string, vaultPath: string): Promise<boolean> {
    const onDisk = await stat(path).catch(() => undefined);
    const file = this.#app.vault.getFileByPath(vaultPath);
    if (!onDisk || !file) return onDisk === undefined && !file;
    // Obsidian stores whole milliseconds.
    if (Math.floor(onDisk.mtimeMs) > Math.floor(file.stat.mtime)) return false;
    if (this.#outdated.has(vaultPath) || !this.#app.metadataCache.getFileCache(file)) return false;
    const unsaved = await Promise.all(leavesOf(this.#app, vaultPath).map(({ view }) => isUnsaved(this.#app, view)));
    return !unsaved.includes(true);
  }
}
