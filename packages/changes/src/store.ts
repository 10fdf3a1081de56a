/**
 * The store of a folder: a bare git repository in the user's state directory. Its state is a commit that contains the state as
 * JSON, the trees of the last scan, and every blob that the state names, so git keeps what is needed and nothing else.
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Environment } from "@tandem-ide/base";
import { stateFile, tilde } from "@tandem-ide/base/node";
import type { Git } from "./git.js";
import { blobId, readRef, swapRef, writeCommit, writeObject, writeTree } from "./objects.js";
import { blobsOf, parseState, type State, stringifyState } from "./state.js";

const stateRef = "refs/tandem/state";
const maxCachedBytes = 16 * 1024 * 1024;

/** Attributes that keep every byte as it is. */
const attributes = "* -text -filter -ident -working-tree-encoding -eol\n";

/** Returns the directory of all stores. */
export function storesDirectory(env: Environment, home?: string): string {
  return stateFile(env, "changes", home);
}

/** Returns the store's directory for a folder, a real path. */
export function storeDirectory(folder: string, env: Environment, home?: string): string {
  const name = basename(folder)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .slice(0, 60);
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(storesDirectory(env, home), `${name}-${hash}`);
}

/** A state, and the commit that contains it. */
export interface StoredState {
  readonly state: State;
  /** Undefined if nothing was stored yet. */
  readonly commit: string | undefined;
}

/** The store can't be used. The message is for the user. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs) throw new StoreError(`${tilde(directory)} isn't a folder that you own`);
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) chmodSync(directory, 0o700);
}

export class Store {
  readonly git: Git;
  readonly #blobs = new Map<string, string>();
  #cachedBytes = 0;
  #last: StoredState | undefined;

  private constructor(git: Git) {
    this.git = git;
  }

  /** Opens the store in git's directory, and creates it if it doesn't exist. */
  static async open(git: Git): Promise<Store> {
    const { directory } = git;
    prepareDirectory(directory);
    if (!existsSync(join(directory, "refs"))) {
      await git.run(["init", "--quiet", "--bare", "--template="]);
      mkdirSync(join(directory, "info"), { recursive: true, mode: 0o700 });
    }
    mkdirSync(join(directory, "info"), { recursive: true });
    writeFileSync(join(directory, "info", "attributes"), attributes);
    mkdirSync(join(directory, "refs", "tandem"), { recursive: true });
    return new Store(git);
  }

  get directory(): string {
    return this.git.directory;
  }

  /** The directory in which saving a state changes a file. */
  get watched(): string {
    return join(this.directory, "refs", "tandem");
  }

  #commit(): string | undefined {
    return readRef(this.directory, stateRef);
  }

  /** When the state was last saved, in ms since 1970. */
  get savedAt(): number {
    return statSync(join(this.directory, stateRef), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  /** True if another process changed the state since it was last read or saved here. */
  get hasChanged(): boolean {
    return this.#commit() !== this.#last?.commit;
  }

  /** Reads the state. Returns undefined if nothing was stored yet. Don't change the returned object. */
  async read(): Promise<StoredState | undefined> {
    const commit = this.#commit();
    if (commit === undefined) return undefined;
    if (this.#last?.commit === commit) return this.#last;
    const state = parseState((await this.git.run(["cat-file", "blob", `${commit}:state.json`])).toString("utf8"));
    if (!state)
      throw new StoreError(
        `Another version of Tandem wrote ${tilde(this.directory)}. Use that version, or remove the folder.`,
      );
    this.#last = { state, commit };
    return this.#last;
  }

  /**
   * Saves a state together with new blobs, unless another process changed it since it was read. Returns undefined in that case:
   * read it again, and apply the change again.
   */
  save(state: State, read: string | undefined, blobs: ReadonlyMap<string, string>): StoredState | undefined {
    const { directory } = this;
    for (const text of blobs.values()) writeObject(directory, "blob", Buffer.from(text, "latin1"));
    const json = writeObject(directory, "blob", Buffer.from(stringifyState(state)));
    const named = [...blobsOf(state)].map((oid) => ({ mode: "100644" as const, name: oid, oid }));
    const roots = Object.values(state.roots).map(({ tree }, index) => ({
      mode: "40000" as const,
      name: `last-${index}`,
      oid: tree,
    }));
    const tree = writeTree(directory, [
      { mode: "100644", name: "state.json", oid: json },
      { mode: "40000", name: "blobs", oid: writeTree(directory, named) },
      ...roots,
    ]);
    const commit = writeCommit(directory, tree);
    if (!swapRef(directory, stateRef, read, commit)) return undefined;
    this.#last = { state, commit };
    return this.#last;
  }

  /** Reads blobs. One that is missing or damaged isn't in the result. */
  async readBlobs(oids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const missing = new Set<string>();
    for (const oid of oids) {
      const text = this.#blobs.get(oid);
      if (text === undefined) missing.add(oid);
      else found.set(oid, text);
    }
    if (missing.size === 0) return found;
    const output = await this.git.run(["cat-file", "--batch"], { input: `${[...missing].join("\n")}\n` });
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const [oid = "", type, size] = output.toString("latin1", at, end).split(" ");
      at = end + 1;
      if (type !== "blob") continue;
      const bytes = output.subarray(at, at + Number(size));
      at += bytes.length + 1;
      // What is restored must be what was recorded, even if another program changed the store.
      if (blobId(bytes) !== oid) continue;
      const text = bytes.toString("latin1");
      found.set(oid, text);
      this.#cache(oid, text);
    }
    return found;
  }

  #cache(oid: string, text: string): void {
    if (text.length > maxCachedBytes / 8) return;
    if (this.#cachedBytes > maxCachedBytes) {
      this.#blobs.clear();
      this.#cachedBytes = 0;
    }
    this.#blobs.set(oid, text);
    this.#cachedBytes += text.length;
  }
}
