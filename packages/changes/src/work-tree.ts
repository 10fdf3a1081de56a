/**
 * One root of a scan: the workspace folder, or a repository inside it, which git would otherwise record as a link. Its files
 * are added to an index of our own, which is also a cache of what doesn't have to be read again.
 */
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, lstatSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { privacyFileName, type RecordedWorkspace } from "@tandem-ide/server";
import { temporaryNameOf } from "@tandem-ide/server/files";
import { emptyTree } from "./compare-trees.js";
import { unstoredMode } from "./content.js";
import { type Git, GitError, type GitRun, splitNul, TooLarge } from "./git.js";
import { adoptIndex } from "./index-file.js";
import { findRepository, ownExcludes } from "./repository.js";
import { slices } from "./slices.js";

/** Larger files are listed, but can't be undone. */
export const maxFileBytes = 10 * 1024 * 1024;
/** For ignored files that the settings name. */
const maxIncludedBytes = 1024 * 1024;
/** From this many files on, git writes one pack instead of a file for each, which is faster and far smaller. */
const packFrom = 100;
const packing = ["core.bigFileThreshold=1", "pack.compression=1"].flatMap((each) => ["-c", each]);
/** Our own temporary files, which an undo in another process may be writing. */
const temporaryName = new RegExp(`(^|/)${temporaryNameOf("[0-9a-f]{16}").replaceAll(".", "\\.")}$`);

export interface WorkTreeOptions {
  readonly folder: string;
  readonly owner: string;
  readonly workspace: Pick<RecordedWorkspace, "hiddenIn">;
  readonly excludes: string;
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** Patterns for ignored files to record anyway, in .gitignore syntax. */
  readonly includeIgnored: readonly string[];
  /** True if the rules of parent folders don't count. */
  readonly isOnItsOwn: boolean;
}

/** What has to be added to the index or removed from it. Names are relative to the work tree. */
interface Candidates {
  readonly added: string[];
  readonly removed: string[];
  readonly unstored: { readonly name: string; readonly oid: string }[];
}

export class WorkTree {
  readonly #git: Git;
  readonly #workspace: Pick<RecordedWorkspace, "hiddenIn">;
  readonly #top: string;
  /** The folder's path in the work tree, with `/` at its end, or empty. */
  readonly #prefix: string;
  readonly #run: GitRun;
  readonly #index: string;
  readonly #includeIgnored: readonly string[];
  readonly #trees: Map<string, string>;
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  /** Repositories inside it, relative to the folder, with `/` at the end. Known after a scan. */
  nested: readonly string[] = [];
  /** Recorded files that are hidden now. Known after a scan. */
  hidden: readonly string[] = [];

  /** @param trees the tree of each index after the last scan */
  constructor(git: Git, options: WorkTreeOptions, trees: Map<string, string>) {
    this.#trees = trees;
    const { folder, owner, workspace, excludes, maxBytes, maxFiles, includeIgnored } = options;
    this.#maxFiles = maxFiles;
    this.#includeIgnored = includeIgnored;
    this.#git = git;
    this.#workspace = workspace;
    this.#maxBytes = maxBytes;
    // The .gitignore files above the folder apply too, so this is the repository's work tree.
    const repository = findRepository(folder);
    this.#top = options.isOnItsOwn ? folder : (repository?.top ?? folder);
    const inside = relative(this.#top, folder).split(sep).join("/");
    this.#prefix = inside === "" ? "" : `${inside}/`;
    const key = createHash("sha256").update(`${this.#top}\0${folder}`).digest("hex").slice(0, 16);
    const excludesFile = join(git.directory, `excludes-${key}`);
    writeFileSync(excludesFile, `${excludes}\n${repository ? ownExcludes(repository) : ""}`);
    this.#index = join(git.directory, `index-${owner}-${key}`);
    if (!existsSync(this.#index)) adoptIndex(git.directory, key, this.#index);
    this.#run = {
      workTree: this.#top,
      index: this.#index,
      options: ["-c", `core.excludesFile=${excludesFile}`],
    };
  }

  /** Scans the disk and returns the tree of all files. */
  async scan(): Promise<string> {
    try {
      return await this.#scan();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      // The index may name texts that are no longer stored, or a power cut may have damaged it.
      // And git may have been killed while it held the lock, which only this process uses.
      rmSync(this.#index, { force: true });
      rmSync(`${this.#index}.lock`, { force: true });
      this.#trees.delete(this.#index);
      return await this.#scan();
    }
  }

  async #scan(): Promise<string> {
    const within = this.#prefix === "" ? [] : ["--", `:(literal)${this.#prefix}`];
    const [others, changed, included] = await Promise.all([
      this.#git.run(["ls-files", "-z", "--others", "--exclude-standard", "--full-name", ...within], this.#run),
      this.#git.run(["diff-files", "-z", "--raw", "--no-renames", "--ignore-submodules=none"], this.#run),
      this.#included(within),
    ]);
    const found = [...splitNul(others), ...included];
    if (found.length > this.#maxFiles) throw new TooLarge(`more than ${this.#maxFiles.toLocaleString("en")} files`);
    this.nested = found.filter((name) => name.endsWith("/")).map((name) => name.slice(this.#prefix.length));
    const removed: string[] = [];
    const names = found.filter((name) => !name.endsWith("/"));
    // Rules may have changed since another process recorded files, or just now.
    const mayHide = !this.#trees.has(this.#index) || names.some((name) => basename(name) === privacyFileName);
    const facts = splitNul(changed);
    for (let at = 0; at + 1 < facts.length; at += 2) {
      const name = facts[at + 1] ?? "";
      if (facts[at]?.endsWith(" D")) removed.push(name);
      else names.push(name);
    }
    const hidden = mayHide || removed.includes(privacyFileName) ? await this.#hiddenIndexed() : [];
    this.hidden = hidden.map((name) => name.slice(this.#prefix.length));
    removed.push(...hidden);
    const candidates = await this.#check(names, removed);
    const isChanged = candidates.added.length + candidates.removed.length + candidates.unstored.length > 0;
    const known = isChanged ? undefined : this.#trees.get(this.#index);
    if (known !== undefined) return known;
    await this.#update(candidates);
    const tree = await this.#writeTree();
    this.#trees.set(this.#index, tree);
    return tree;
  }

  /** Returns true if the folder itself is ignored by the repository around it. */
  async isIgnored(): Promise<boolean> {
    return this.#prefix !== "" && (await this.ignoredOf([""])).size > 0;
  }

  /** Lists recorded files that are hidden now. */
  async #hiddenIndexed(): Promise<string[]> {
    const names = splitNul(await this.#git.run(["ls-files", "-z", "--cached", "--full-name"], this.#run));
    const hidden: string[] = [];
    for await (const [directory, entries] of slices(byDirectory(names))) {
      const facts = entries.map((name) => ({
        name: basename(name),
        isLink: this.#stat(name)?.isSymbolicLink() ?? false,
        isFolder: false,
      }));
      const found = this.#workspace.hiddenIn(join(this.#top, directory), facts);
      hidden.push(...entries.filter((name) => found.has(basename(name))));
    }
    return hidden;
  }

  /** Lists the ignored files that the user's settings name. */
  async #included(within: readonly string[]): Promise<string[]> {
    if (this.#includeIgnored.length === 0) return [];
    const patterns = this.#includeIgnored.map((each) => `--exclude=${each}`);
    const args = ["ls-files", "-z", "--others", "--ignored", "--full-name", ...patterns, ...within];
    const names = splitNul(await this.#git.run(args, this.#run));
    return names.filter((name) => (this.#stat(name)?.size ?? 0) <= maxIncludedBytes);
  }

  /** Returns which paths git ignores. They are relative to the folder. */
  async ignoredOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const input = paths.map((path) => `./${this.#prefix}${path}\0`).join("");
    // It exits with 1 if none of them is ignored.
    const output = await this.#git.run(["check-ignore", "-z", "--stdin"], { ...this.#run, input, mayEndWith: 1 });
    return new Set(splitNul(output).map((path) => path.slice(2 + this.#prefix.length)));
  }

  /** Leaves out hidden files, files that can't be stored, and what isn't a file. */
  async #check(names: readonly string[], removed: string[]): Promise<Candidates> {
    const candidates: Candidates = { added: [], removed, unstored: [] };
    let bytes = 0;
    for await (const [directory, entries] of slices(byDirectory(names))) {
      const stats = entries.flatMap((name) => {
        const stat = this.#stat(name);
        return stat ? [{ name, stat }] : [];
      });
      const hidden = this.#workspace.hiddenIn(
        join(this.#top, directory),
        stats.map(({ name, stat }) => ({ name: basename(name), isLink: stat.isSymbolicLink(), isFolder: false })),
      );
      for (const { name, stat } of stats) {
        const isFile = stat.isFile() || stat.isSymbolicLink();
        // A name that isn't UTF-8 can't be passed to editors.
        if (!isFile || hidden.has(basename(name)) || temporaryName.test(name) || name.includes("\uFFFD")) continue;
        if (stat.size > maxFileBytes) {
          candidates.unstored.push({ name, oid: idOfStat(stat) });
          continue;
        }
        bytes += stat.size;
        if (bytes > this.#maxBytes)
          throw new TooLarge(`more than ${Math.round(this.#maxBytes / 1024 / 1024)} MB of files`);
        candidates.added.push(name);
      }
    }
    return candidates;
  }

  #stat(name: string) {
    try {
      return lstatSync(join(this.#top, name));
    } catch {
      return undefined; // Removed in the meantime. The next scan sees it.
    }
  }

  async #update({ added, removed, unstored }: Candidates): Promise<void> {
    if (removed.length + unstored.length > 0) {
      const lines = [
        ...removed.map((name) => `0 ${"0".repeat(40)}\t${name}\0`),
        ...unstored.map(({ name, oid }) => `${unstoredMode} ${oid}\t${name}\0`),
      ];
      await this.#git.run(["update-index", "-z", "--index-info"], { ...this.#run, input: lines.join("") });
    }
    if (added.length === 0) return;
    try {
      await this.#add(added);
    } catch (error) {
      const readable = added.filter((name) => this.#isReadable(name));
      if (!(error instanceof GitError) || readable.length === added.length) throw error;
      await this.#add(readable);
    }
  }

  async #add(names: readonly string[]): Promise<void> {
    const isPacked = names.length >= packFrom && (await this.#git.hasSharedPacks());
    const options = [...(this.#run.options ?? []), ...(isPacked ? packing : [])];
    const input = `${names.join("\0")}\0`;
    await this.#git.run(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], {
      ...this.#run,
      options,
      input,
    });
  }

  #isReadable(name: string): boolean {
    try {
      const path = join(this.#top, name);
      if (!lstatSync(path).isSymbolicLink()) accessSync(path, constants.R_OK);
      return true;
    } catch {
      return false;
    }
  }

  async #writeTree(): Promise<string> {
    const prefix = this.#prefix === "" ? [] : [`--prefix=${this.#prefix}`];
    try {
      return (await this.#git.run(["write-tree", ...prefix], this.#run)).toString("utf8").trim();
    } catch (error) {
      if (error instanceof GitError && / prefix .* not found/.test(error.message)) return emptyTree;
      throw error;
    }
  }
}

function byDirectory(names: readonly string[]): Map<string, string[]> {
  const directories = new Map<string, string[]>();
  for (const name of names) {
    const siblings = directories.get(dirname(name));
    if (siblings) siblings.push(name);
    else directories.set(dirname(name), [name]);
  }
  return directories;
}

/** Identifies the state of a file whose content isn't stored. */
export function idOfStat({ size, mtimeMs }: Pick<Stats, "size" | "mtimeMs">): string {
  return createHash("sha1").update(`${size} ${mtimeMs}`).digest("hex");
}
