/**
 * Scans only the files in the state, for the command. It doesn't know the editor's privacy rules, so it must not store
 * any other file.
 */
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unstoredMode } from "./content.js";
import type { Disk } from "./disk.js";
import { splitNul } from "./git.js";
import { writeObject } from "./objects.js";
import type { DiskChange, Scan, Scanner } from "./scanner.js";
import { isSameVersion, type State, type Version } from "./state.js";
import type { Store } from "./store.js";
import { idOfStat, maxFileBytes } from "./work-tree.js";

/** How many files to pass to one process. */
const maxArguments = 500;

export class ListedScanner implements Scanner {
  readonly #folder: string;
  readonly #store: Store;
  readonly #disk: Disk;
  readonly #owner: string;

  constructor(folder: string, store: Store, disk: Disk, owner: string) {
    this.#folder = folder;
    this.#store = store;
    this.#disk = disk;
    this.#owner = owner;
  }

  async scan(state: State): Promise<Scan> {
    const listed = [...state.files].flatMap(([path, { isIgnored }]) => (isIgnored ? [] : [path]));
    const undone = state.undone.flatMap(({ files }) => files.map(({ path }) => path));
    const trees = new Map(Object.entries(state.roots).map(([prefix, { tree }]) => [prefix, tree]));
    const byRoot = new Map<string, string[]>();
    for (const path of new Set([...listed, ...undone])) {
      const root = [...trees.keys()].filter((prefix) => path.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
      if (root === undefined) continue;
      byRoot.set(root, [...(byRoot.get(root) ?? []), path]);
    }
    const changes: DiskChange[] = [];
    for (const [prefix, paths] of byRoot) {
      const tree = trees.get(prefix) ?? "";
      const found = await this.#compare(prefix, tree, paths);
      if (found.length === 0) continue;
      changes.push(...found);
      trees.set(prefix, await this.#changeTree(prefix, tree, found));
    }
    return { trees, changes, hidden: [] };
  }

  async #compare(prefix: string, tree: string, paths: readonly string[]): Promise<DiskChange[]> {
    const known = new Map<string, Version>();
    for (let at = 0; at < paths.length; at += maxArguments) {
      const names = paths.slice(at, at + maxArguments).map((path) => path.slice(prefix.length));
      for (const line of splitNul(await this.#store.git.run(["ls-tree", "-z", tree, "--", ...names]))) {
        const [facts = "", name = ""] = line.split("\t", 2);
        const [mode = "", , oid = ""] = facts.split(" ");
        if (mode !== "040000") known.set(prefix + name, { mode, oid });
      }
    }
    const changes = paths.map((path) => ({ path, from: known.get(path) ?? null, to: this.#versionOf(path) }));
    return changes.filter(({ from, to }) => !isSameVersion(from, to));
  }

  #versionOf(path: string): Version {
    const found = lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    if (found && found.size > maxFileBytes) return { mode: unstoredMode, oid: idOfStat(found) };
    const content = this.#disk.read(path);
    if (!content || content.mode === unstoredMode) return null;
    return {
      mode: content.mode,
      oid: writeObject(this.#store.directory, "blob", Buffer.from(content.text, "latin1")),
    };
  }

  async #changeTree(prefix: string, tree: string, changes: readonly DiskChange[]): Promise<string> {
    const index = join(this.#store.directory, `index-${this.#owner}-listed`);
    const { git } = this.#store;
    const lines = changes.map(({ path, to }) => {
      const { mode, oid } = to ?? { mode: "0", oid: "0".repeat(40) };
      return `${mode} ${oid}\t${path.slice(prefix.length)}\0`;
    });
    // Removed files first, because one may be where a folder is now.
    lines.sort((a, b) => Number(b.startsWith("0 ")) - Number(a.startsWith("0 ")));
    try {
      await git.run(["read-tree", tree], { index });
      await git.run(["update-index", "-z", "--add", "--replace", "--index-info"], { index, input: lines.join("") });
      return (await git.run(["write-tree"], { index })).toString("utf8").trim();
    } finally {
      rmSync(index, { force: true });
    }
  }
}
