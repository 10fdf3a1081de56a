/** Scans a folder on disk, with the repositories inside it. */
import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RecordedWorkspace } from "@tandem-ide/server";
import { compareTrees, emptyTree } from "./compare-trees.js";
import { type Git, TooLarge } from "./git.js";
import { noOwner } from "./owner.js";
import { isSameVersion, type State, type Version } from "./state.js";
import { WorkTree } from "./work-tree.js";

const maxRepositories = 200;

export interface DiskChange {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly from: Version;
  readonly to: Version;
}

export interface Scan {
  /** The trees by root, see `State.roots`. */
  readonly trees: ReadonlyMap<string, string>;
  readonly changes: readonly DiskChange[];
  /** Recorded files that are hidden now, so their stored content is forgotten. */
  readonly hidden: readonly string[];
}

/** Scans the disk and compares it with a state. */
export interface Scanner {
  scan(state: State): Promise<Scan>;
}

export interface FullScannerOptions {
  readonly folder: string;
  /** Identifies this process in the names of index files. */
  readonly owner: string;
  readonly workspace: Pick<RecordedWorkspace, "hiddenIn">;
  /** The user's global rules for ignored files. */
  readonly excludes: string;
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly includeIgnored: readonly string[];
}

/** Scans all files. */
export class FullScanner implements Scanner {
  readonly #git: Git;
  readonly #options: FullScannerOptions;
  /** True if the repository around the folder ignores it. */
  #isIgnored: boolean | undefined;
  readonly #trees = new Map<string, string>();

  constructor(git: Git, options: FullScannerOptions) {
    this.#git = git;
    this.#options = options;
  }

  async scan({ roots }: State): Promise<Scan> {
    const { folder } = this.#options;
    // Otherwise a folder that was moved away or unmounted would count as emptied.
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} isn't a folder`);
    const trees = new Map<string, string>();
    const hidden: string[] = [];
    const waiting = [""];
    for (let prefix = waiting.shift(); prefix !== undefined; prefix = waiting.shift()) {
      if (trees.size > maxRepositories) throw new TooLarge(`more than ${maxRepositories} repositories`);
      const tree = await this.#workTree(prefix);
      trees.set(prefix, await tree.scan());
      hidden.push(...tree.hidden.map((name) => prefix + name));
      waiting.push(...tree.nested.map((name) => prefix + name));
    }
    const changes = Object.keys(roots).length === 0 ? [] : await this.#compare(roots, trees);
    return { trees, changes: changes.filter(({ path }) => !hidden.includes(path)), hidden };
  }

  /** Returns which paths git ignores. */
  async ignoredOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return await (await this.#workTree("")).ignoredOf(paths);
  }

  /** Leaves the index files to the next process, so that it needn't read every file again. */
  close(): void {
    const { owner } = this.#options;
    const { directory } = this.#git;
    for (const name of existsSync(directory) ? readdirSync(directory) : [])
      if (name.startsWith(`index-${owner}-`))
        renameSync(join(directory, name), join(directory, name.replace(owner, noOwner)));
  }

  async #workTree(prefix: string): Promise<WorkTree> {
    const { folder, ...options } = this.#options;
    const create = (isOnItsOwn: boolean) =>
      new WorkTree(this.#git, { ...options, folder: join(folder, prefix), isOnItsOwn }, this.#trees);
    if (prefix !== "") return create(false);
    // If the user opens a folder that the repository around it ignores, they want it recorded.
    this.#isIgnored ??= await create(false).isIgnored();
    return create(this.#isIgnored);
  }

  async #compare(last: State["roots"], trees: ReadonlyMap<string, string>): Promise<DiskChange[]> {
    const changes = new Map<string, DiskChange>();
    for (const prefix of new Set([...Object.keys(last), ...trees.keys()])) {
      const found = await compareTrees(this.#git, last[prefix]?.tree ?? emptyTree, trees.get(prefix) ?? emptyTree);
      for (const { path: name, from, to } of found) {
        const path = prefix + name;
        // A file can move from one root to another, for example after `git init`.
        const other = changes.get(path);
        changes.set(path, { path, from: from ?? other?.from ?? null, to: to ?? other?.to ?? null });
      }
    }
    return [...changes.values()].filter(({ from, to }) => !isSameVersion(from, to));
  }
}
