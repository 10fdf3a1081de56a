/** The files in Neovim's buffers. A buffer's path can be a symbolic link, while changes have the real path. */
import { realpath } from "node:fs/promises";

export class OpenFiles {
  /** Real paths by the buffers' paths. */
  #files: ReadonlyMap<string, string> = new Map();
  #updates = 0;

  /** The path of each buffer, and the real path of its file. */
  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }

  /** Returns false if a later call has replaced these files. */
  async set(paths: readonly string[]): Promise<boolean> {
    const update = ++this.#updates;
    const entries = paths.map(async (path) => {
      // A deleted file has no real path.
      const real = this.#files.get(path) ?? (await realpath(path).catch(() => path));
      return [path, real] as const;
    });
    const files = new Map(await Promise.all(entries));
    if (update !== this.#updates) return false;
    this.#files = files;
    return true;
  }
}
