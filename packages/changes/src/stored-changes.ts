/** The stored changes of a folder, for programs that aren't an editor. They work while an editor records, and without one. */
import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "@tandem-ide/base";
import { UnfinishedWrites } from "@tandem-ide/server/files";
import { Contents } from "./contents.js";
import { Disk } from "./disk.js";
import { FolderChanges } from "./folder-changes.js";
import { Git } from "./git.js";
import { keep } from "./keep.js";
import { ListBuilder, undoneOf } from "./list.js";
import { ListedScanner } from "./listed-scanner.js";
import type { ChangeList, ChangeOutcome, ChangeTarget, OpenChange } from "./model.js";
import { newOwner } from "./owner.js";
import { Store, StoreError, storeDirectory } from "./store.js";
import { restore, undo } from "./undo.js";
import { openChange } from "./views.js";

export interface StoredChangesOptions {
  /** Default: this process's environment. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;
}

function hasStore(directory: string): boolean {
  return existsSync(join(directory, "refs", "tandem"));
}

/** Returns the folder that contains `path` and has a store, innermost first. */
function findFolder(path: string, env: Environment, home: string | undefined): string | undefined {
  for (let at = realpathSync(path); ; at = dirname(at)) {
    if (hasStore(storeDirectory(at, env, home))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Removes everything that is stored for a folder. Its files don't change, but nothing can be undone any more.
 *
 * @example
 * removeStoredChanges("/home/ada/engine"); // the folder, or undefined if nothing was stored
 */
export function removeStoredChanges(path: string, options: StoredChangesOptions = {}): string | undefined {
  const { env = process.env, home } = options;
  const folder = findFolder(path, env, home);
  if (folder === undefined) return undefined;
  const directory = storeDirectory(folder, env, home);
  // Removes what makes it a store first, in case the process is killed.
  for (const name of ["refs", ...readdirSync(directory)])
    rmSync(join(directory, name), { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
  return folder;
}

/**
 * @example
 * const changes = await StoredChanges.open("/home/ada/engine");
 * for (const turn of changes?.list.turns ?? []) console.log(turn.files);
 */
export class StoredChanges {
  readonly #changes: FolderChanges;
  #list: ChangeList = { turns: [], undone: [], problems: [] };

  private constructor(changes: FolderChanges) {
    this.#changes = changes;
  }

  /** Opens the stored changes of a folder or one above it. Returns undefined if there are none. */
  static async open(path: string, options: StoredChangesOptions = {}): Promise<StoredChanges | undefined> {
    const { env = process.env, home } = options;
    const folder = findFolder(path, env, home);
    if (folder === undefined) return undefined;
    const git = await Git.find(storeDirectory(folder, env, home), env, [folder]);
    if (!git) throw new StoreError("Changes are stored with Git, but it isn't installed or isn't on your PATH.");
    const store = await Store.open(git);
    const unfinished = new UnfinishedWrites({ env, home });
    const owner = newOwner();
    const changes = new FolderChanges({
      folder,
      store,
      owner,
      unfinished,
      scanner: new ListedScanner(folder, store, new Disk(folder, unfinished), owner),
      isUnsaved: async () => false,
      now: () => Date.now(),
      onChanged: () => {},
    });
    const opened = new StoredChanges(changes);
    await opened.#scan();
    return opened;
  }

  async #scan(): Promise<void> {
    await this.#changes.refresh();
    // Without a first scan there is nothing to compare with.
    if (Object.keys(this.#changes.state.roots).length > 0) await this.#changes.scan();
    await this.#build();
  }

  async #build(): Promise<void> {
    const { state, store } = this.#changes;
    const turns = await new ListBuilder().turns(state, new Contents(store));
    this.#list = { turns: turns.reverse(), undone: undoneOf(state).reverse(), problems: [] };
  }

  get folder(): string {
    return this.#changes.folder;
  }

  get list(): ChangeList {
    return this.#list;
  }

  /** Returns the text and hunks of a file's change, or why they can't be shown. */
  async open(turn: string, path: string): Promise<OpenChange | { readonly whyNot: string }> {
    return await openChange(this.#changes, turn, path);
  }

  async keep(target: ChangeTarget): Promise<ChangeOutcome> {
    return await this.#then(keep(this.#changes, target));
  }

  async undo(target: ChangeTarget, confirmed = false): Promise<ChangeOutcome> {
    return await this.#then(undo(this.#changes, target, confirmed));
  }

  async restore(undone: string, confirmed = false): Promise<ChangeOutcome> {
    return await this.#then(restore(this.#changes, undone, confirmed));
  }

  async #then(decision: Promise<ChangeOutcome>): Promise<ChangeOutcome> {
    const outcome = await decision;
    await this.#build();
    return outcome;
  }
}
