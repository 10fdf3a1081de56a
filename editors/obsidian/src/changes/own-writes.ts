/**
 * Reports which files Obsidian itself writes: the user's edits, which it saves about two seconds after typing, and what
 * its commands and plugins write.
 *
 * The vault's events don't show this: `modify` and `create` look the same when another program has written a file, and
 * the open note then shows that program's text. All of Obsidian's own writes go through the public methods of the
 * vault's adapter, so those report them.
 */
import type { DataAdapter } from "obsidian";

const methods = [
  "write",
  "writeBinary",
  "append",
  "appendBinary",
  "process",
  "remove",
  "rmdir",
  "trashSystem",
  "trashLocal",
  "rename",
  "copy",
] as const satisfies readonly (keyof DataAdapter)[];

export interface OwnWritesOptions {
  /** A `DataAdapter`. */
  readonly adapter: object;
  /** Returns the files in a folder of the vault, including its subfolders. Empty for a file. */
  readonly filesIn: (vaultPath: string) => readonly string[];
  /** Called with a file's path in the vault after Obsidian has written, removed or renamed it. */
  readonly written: (vaultPath: string) => void;
}

/** Watches Obsidian's writes until the returned function is called. */
export function followOwnWrites(options: OwnWritesOptions): () => void {
  const ends = methods.map((method) => followMethod(method, options));
  return () => {
    for (const end of ends) end();
  };
}

function followMethod(method: (typeof methods)[number], { adapter, filesIn, written }: OwnWritesOptions): () => void {
  const original: unknown = Reflect.get(adapter, method);
  if (typeof original !== "function") return () => {};
  const wasOwn = Object.hasOwn(adapter, method);
  let isFollowed = true;
  const follow = function (this: unknown, ...args: readonly unknown[]): unknown {
    const [path, newPath] = args;
    // The vault's index forgets the files of a folder that is moved or removed.
    const files = isFollowed && typeof path === "string" ? pathsOf(method, path, newPath, filesIn(path)) : [];
    const result: unknown = Reflect.apply(original, this, args);
    Promise.resolve(result).then(
      () => files.forEach(written),
      () => {}, // The caller handles the error.
    );
    return result;
  };
  Reflect.set(adapter, method, follow);
  return () => {
    isFollowed = false;
    // Another plugin may have wrapped the method too, and will call this function.
    if (Reflect.get(adapter, method) !== follow) return;
    if (wasOwn) Reflect.set(adapter, method, original);
    else Reflect.deleteProperty(adapter, method);
  };
}

function pathsOf(method: string, path: string, newPath: unknown, files: readonly string[]): readonly string[] {
  const all = files.length > 0 ? files : [path];
  if (typeof newPath !== "string" || (method !== "rename" && method !== "copy")) return all;
  const moved = all.map((each) => newPath + each.slice(path.length));
  return method === "copy" ? moved : [...all, ...moved];
}
