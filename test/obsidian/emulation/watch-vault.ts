/**
 * Updates the emulated vault from disk, as Obsidian's watch does. It polls every few milliseconds, which is simpler than a
 * watch and quick enough for a test. Unlike Obsidian it includes files whose names start with a dot: the contract test has
 * some open, as users do with a plugin that shows them.
 */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { type App, TFile, TFolder } from "obsidian-test-mocks/obsidian";
import type { DiskAdapter } from "./disk-adapter.js";

const lookMs = 25;

export class VaultWatch {
  readonly #app: App;
  readonly #adapter: DiskAdapter;
  readonly #known = new Map<string, number>();
  readonly #folders = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(app: App, adapter: DiskAdapter) {
    this.#app = app;
    this.#adapter = adapter;
    // A file may have the name of a property that every object has.
    Object.setPrototypeOf(app.vault.fileMap__, null);
  }

  start(): void {
    this.look();
    this.#timer = setInterval(() => this.look(), lookMs);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Updates now. The vault is current when this returns. */
  look(): void {
    const found = new Set<string>();
    this.#walk("", found);
    for (const path of [...this.#known.keys()]) if (!found.has(path)) this.#removed(path);
  }

  #walk(folder: string, found: Set<string>): void {
    for (const entry of this.#entries(folder)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name === ".git" || path === this.#app.vault.configDir) continue;
        this.#folder(path);
        this.#walk(path, found);
      } else if (entry.isFile() && !entry.name.endsWith(".tmp")) {
        found.add(path);
        this.#file(path);
      }
    }
  }

  #entries(folder: string): Dirent[] {
    try {
      return readdirSync(join(this.#adapter.getBasePath(), folder), { withFileTypes: true });
    } catch {
      return []; // Gone between two polls.
    }
  }

  #folder(path: string): void {
    if (this.#folders.has(path)) return;
    this.#folders.add(path);
    const folder = TFolder.create__(this.#app.vault, path);
    this.#app.vault.setVaultAbstractFile__(path, folder);
    this.#app.vault.trigger("create", folder);
  }

  #file(path: string): void {
    let facts: ReturnType<DiskAdapter["facts"]>;
    try {
      facts = this.#adapter.facts(path);
    } catch {
      return; // Gone between two polls.
    }
    const { vault } = this.#app;
    const before = this.#known.get(path);
    if (before === facts.mtime + facts.size / 1e9) return;
    this.#known.set(path, facts.mtime + facts.size / 1e9);
    const file = vault.getFileByPath(path) ?? TFile.create__(vault, path);
    Object.assign(file.stat, facts);
    if (before === undefined) vault.setVaultAbstractFile__(path, file);
    vault.trigger(before === undefined ? "create" : "modify", file);
  }

  #removed(path: string): void {
    this.#known.delete(path);
    const file = this.#app.vault.getFileByPath(path);
    if (!file) return;
    this.#app.vault.deleteVaultAbstractFile__(path);
    this.#app.vault.trigger("delete", file);
  }
}
