/** What Obsidian knows to be wrong in notes, about their text as it is where that can be had in time. */
import { stat } from "node:fs/promises";
import { type Diagnostic, type DiagnosticsAnswer, type FileDiagnostics, Waiters } from "@tandem/base";
import { toEditorText } from "@tandem/base/text";
import type { App, Component, TFile } from "obsidian";
import { isUnsaved } from "../editor/documents.js";
import { leavesOf } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { frontmatterWarnings } from "./frontmatter-warnings.js";
import { isUnresolved, linkWarnings } from "./link-warnings.js";

/** How often a file on the disk is looked at while somebody waits. */
const lookMs = 50;

export class Diagnostics {
  readonly #app: App;
  readonly #paths: VaultPaths;
  /** Notes that have changed since Obsidian looked for links in them. */
  readonly #outdated = new Set<string>();
  readonly #waiters = new Waiters();

  constructor(app: App, paths: VaultPaths) {
    this.#app = app;
    this.#paths = paths;
  }

  /** Follows what Obsidian indexes, for as long as the component lives. */
  follow(component: Component): void {
    const { vault, metadataCache } = this.#app;
    component.registerEvent(
      vault.on("modify", ({ path }) => {
        // Nothing is ever said about the index of a picture or a script.
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
        this.#waiters.wakeAll();
      }),
    );
    component.register(() => this.#waiters.wakeAll());
  }

  async ask(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    return path === undefined ? await this.#askAll(patience) : await this.#askOne(path, patience);
  }

  async #askOne(path: string, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    const vaultPath = this.#paths.inVault(path);
    // Obsidian has nothing to say about files of other kinds, and that is current.
    if (vaultPath === undefined || !vaultPath.endsWith(".md")) return { files: [], isCurrent: true };
    const isCurrent = await this.#settle(path, vaultPath, patience);
    const file = this.#app.vault.getFileByPath(vaultPath);
    if (!file) return { files: [], isCurrent };
    return { files: [{ path, diagnostics: await this.#find(file) }], isCurrent };
  }

  async #askAll(patience: AbortSignal): Promise<DiagnosticsAnswer> {
    const files: FileDiagnostics[] = [];
    for (const file of this.#app.vault.getMarkdownFiles()) {
      if (patience.aborted) return { files, isCurrent: false };
      if (!this.#mayHaveProblems(file)) continue;
      const diagnostics = await this.#find(file);
      if (diagnostics.length > 0) files.push({ path: this.#paths.absolute(file.path), diagnostics });
    }
    return { files, isCurrent: this.#outdated.size === 0 };
  }

  /** By the index alone, so that a question about a large vault reads few notes. */
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

  /** Waits until the index is about what is on the disk; false when patience ends before. */
  async #settle(path: string, vaultPath: string, patience: AbortSignal): Promise<boolean> {
    while (!patience.aborted) {
      if (await this.#isCurrent(path, vaultPath)) return true;
      await this.#waiters.wait(patience, lookMs);
    }
    return false;
  }

  async #isCurrent(path: string, vaultPath: string): Promise<boolean> {
    const onDisk = await stat(path).catch(() => undefined);
    const file = this.#app.vault.getFileByPath(vaultPath);
    if (!onDisk || !file) return onDisk === undefined && !file;
    // Whole milliseconds: that is how Obsidian keeps the time.
    if (Math.floor(onDisk.mtimeMs) > Math.floor(file.stat.mtime)) return false;
    if (this.#outdated.has(vaultPath) || !this.#app.metadataCache.getFileCache(file)) return false;
    const unsaved = await Promise.all(leavesOf(this.#app, vaultPath).map(({ view }) => isUnsaved(this.#app, view)));
    return !unsaved.includes(true);
  }
}
