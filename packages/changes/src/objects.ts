/**
 * Writes git's objects and one ref without starting git, which would take several processes each time the state is saved. The
 * formats are documented in gitformat-loose and gitrepository-layout.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { systemErrorCode } from "@tandem-ide/base";

type ObjectType = "blob" | "tree" | "commit";

export interface TreeEntry {
  readonly mode: "100644" | "40000";
  readonly name: string;
  readonly oid: string;
}

function encode(type: ObjectType, bytes: Uint8Array): { oid: string; whole: Buffer } {
  const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  return { oid: createHash("sha1").update(whole).digest("hex"), whole };
}

/** Returns git's id for a blob. */
export function blobId(bytes: Uint8Array): string {
  return encode("blob", bytes).oid;
}

/** Writes an object and returns its id. */
export function writeObject(directory: string, type: ObjectType, bytes: Uint8Array): string {
  const { oid, whole } = encode(type, bytes);
  const path = join(directory, "objects", oid.slice(0, 2), oid.slice(2));
  try {
    // Like git: a younger object isn't pruned.
    const now = new Date();
    utimesSync(path, now, now);
    return oid;
  } catch {
    // There is none yet.
  }
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `tmp_obj_${randomBytes(6).toString("hex")}`);
  try {
    writeFileSync(temporary, deflateSync(whole, { level: 1 }), { flag: "wx", mode: 0o444 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return oid;
}

export function writeTree(directory: string, entries: readonly TreeEntry[]): string {
  // Git sorts folders as if their names ended with a slash.
  const key = ({ mode, name }: TreeEntry) => (mode === "40000" ? `${name}/` : name);
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const parts = sorted.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]);
  return writeObject(directory, "tree", Buffer.concat(parts));
}

/** Writes a commit without parents, so that git can remove earlier ones. */
export function writeCommit(directory: string, tree: string): string {
  const who = `Tandem <tandem> ${Math.floor(Date.now() / 1000)} +0000`;
  return writeObject(directory, "commit", Buffer.from(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n`));
}

/** Returns the commit that a ref names, or undefined. A power cut may leave an empty file. */
export function readRef(directory: string, ref: string): string | undefined {
  try {
    const text = readFileSync(join(directory, ref), "utf8").trim();
    return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The lock is held for a moment, so an older one belongs to a process that was killed. */
const staleMs = 5_000;

function lock(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > staleMs) rmSync(path, { force: true });
    return false;
  }
}

/**
 * Sets a ref to another commit, unless another process changed it since it was `before`. Uses git's own lock file. Returns
 * false if it was changed or is locked.
 */
export function swapRef(directory: string, ref: string, before: string | undefined, after: string): boolean {
  const path = join(directory, ref);
  if (!lock(`${path}.lock`, `${after}\n`)) return false;
  try {
    if (readRef(directory, ref) !== before) return false;
    renameSync(`${path}.lock`, path);
    return true;
  } finally {
    rmSync(`${path}.lock`, { force: true });
  }
}
