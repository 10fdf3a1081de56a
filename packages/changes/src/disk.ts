/** Reads and writes the files that an undo restores. A file is only written if it hasn't changed since the user saw it. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import {
  FolderMoved,
  type PinnedFolder,
  pinFolder,
  pinNewFolder,
  temporaryNameOf,
  type UnfinishedWrites,
} from "@tandem-ide/server/files";
import { type Content, isSame, linkMode, unstoredMode } from "./content.js";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const executable = "100755";

/** Reads a file or a link. `path` is in a pinned folder. */
function readPinned(path: string): Content {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A folder has no content of its own: the files in it have their own paths.
  if (!found || found.isDirectory()) return undefined;
  if (found.isSymbolicLink()) return { mode: linkMode, text: readlinkSync(path, "buffer").toString("latin1") };
  if (!found.isFile()) return { mode: unstoredMode, text: "not a file" };
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const mode = fstatSync(file).mode & 0o100 ? executable : "100644";
    return { mode, text: readFileSync(file).toString("latin1") };
  } finally {
    closeSync(file);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof FolderMoved || ["ENOENT", "ENOTDIR", "ELOOP"].includes(systemErrorCode(error) ?? "");
}

/** Writes to a temporary file, so that readers see either the old or the new content. */
function writeTemporary(path: string, { mode, text }: NonNullable<Content>, old: string): void {
  const bytes = Buffer.from(text, "latin1");
  if (mode === linkMode) {
    symlinkSync(bytes, path);
    return;
  }
  const found = lstatSync(old, { throwIfNoEntry: false });
  const isReplacing = found?.isFile() ?? false;
  // A new file gets the default permissions, and a replaced one keeps its own.
  const file = openSync(path, "wx", isReplacing ? 0o600 : mode === executable ? 0o777 : 0o666);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file); // Otherwise a power cut after the rename may leave an empty file.
  } finally {
    closeSync(file);
  }
  if (!found || !isReplacing) return;
  const kept = found.mode & 0o777;
  // Like git: whoever may read the file may run it.
  chmodSync(path, mode === executable ? kept | ((kept & 0o444) >> 2) : kept & ~0o111);
}

/** Removes folders that a removed file leaves empty, as git does. */
function removeEmptyFolders(folder: string, root: string): void {
  try {
    for (let at = folder; at !== root && isInside(root, at); at = dirname(at)) {
      const parent = pinFolder(dirname(at));
      try {
        rmdirSync(join(parent.path, basename(at)));
      } finally {
        parent.close();
      }
    }
  } catch {
    // Not empty.
  }
}

export class Disk {
  readonly #folder: string;
  readonly #unfinished: UnfinishedWrites;

  /** @param folder the workspace folder, a real path */
  constructor(folder: string, unfinished: UnfinishedWrites) {
    this.#folder = folder;
    this.#unfinished = unfinished;
  }

  /** Reads the content of a path. A path that leads through a link has none. */
  read(path: string): Content {
    let pinned: PinnedFolder;
    try {
      pinned = pinFolder(dirname(join(this.#folder, path)));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
    try {
      return readPinned(join(pinned.path, basename(path)));
    } finally {
      pinned.close();
    }
  }

  /**
   * Replaces or removes the content of a path if it is `expected`, and returns false otherwise. Another program can
   * still write between the last check and the rename, so the replaced content can be restored.
   */
  replace(path: string, expected: Content, to: Content): boolean {
    const full = join(this.#folder, path);
    if (!isSame(this.read(path), expected)) return false;
    if (isSame(expected, to)) return true;
    const folder = dirname(full);
    // A parent that became a link isn't followed, so nothing is written outside.
    const pinned = to === undefined ? pinFolder(folder) : pinNewFolder(folder, this.#folder);
    try {
      const target = join(pinned.path, basename(path));
      if (to !== undefined) return this.#rename(pinned, folder, target, expected, to);
      if (!isSame(readPinned(target), expected)) return false;
      rmSync(target);
    } finally {
      pinned.close();
    }
    removeEmptyFolders(folder, this.#folder);
    return true;
  }

  #rename(pinned: PinnedFolder, folder: string, target: string, expected: Content, to: NonNullable<Content>): boolean {
    const id = randomBytes(8).toString("hex");
    const temporary = join(pinned.path, temporaryNameOf(id));
    const end = this.#unfinished.begin(folder, id);
    try {
      writeTemporary(temporary, to, target);
      if (!isSame(readPinned(target), expected)) return false;
      renameSync(temporary, target);
      return true;
    } finally {
      rmSync(temporary, { force: true });
      end();
    }
  }
}
