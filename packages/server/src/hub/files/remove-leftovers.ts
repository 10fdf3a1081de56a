/** Removes the recorded temporary files of killed processes. */
import { lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { isAlive, startMark } from "@tandem-ide/base/node";
import { FolderMoved, pinFolder } from "./pinned-folder.js";
import { readSmallFile } from "./small-file.js";
import { temporaryNameOf, type UnfinishedRecord } from "./unfinished-writes.js";

const recordName = /^([0-9a-f]{16})\.json$/;
/** Maximum number of records per start. The next start continues. */
const maxRecords = 1000;
/** An invalid record may be incomplete because a process is still writing it, but not after this time. */
const halfWrittenMs = 60_000;

function parse(text: string): UnfinishedRecord {
  const record: unknown = JSON.parse(text);
  if (typeof record === "object" && record !== null && "folder" in record && "pid" in record) {
    const { folder, pid } = record;
    const started = "started" in record && typeof record.started === "string" ? record.started : undefined;
    const isPid = typeof pid === "number" && Number.isInteger(pid) && pid > 0;
    if (typeof folder === "string" && isAbsolute(folder) && isPid) return { folder, pid, started };
  }
  throw new Error("Not a record");
}

/** Reads a record. Returns undefined if it is invalid. */
function read(path: string): UnfinishedRecord | undefined {
  try {
    return parse(readSmallFile(path));
  } catch {
    if (statSync(path).mtimeMs < Date.now() - halfWrittenMs) rmSync(path, { force: true });
    return undefined;
  }
}

/** Returns true if the process of a record may still be running. */
function isWriting({ pid, started }: UnfinishedRecord): boolean {
  if (!isAlive(pid)) return false;
  const now = startMark(pid);
  return started === undefined || now === undefined || now === started;
}

/** Removes our temporary file from the folder without following links. Returns false if there isn't one. */
function removeTemporary(folder: string, name: string): boolean {
  try {
    const pinned = pinFolder(folder);
    try {
      const path = join(pinned.path, name);
      const found = lstatSync(path);
      const isOurs = process.getuid === undefined || found.uid === process.getuid();
      if (!found.isFile() || !isOurs) return false;
      rmSync(path);
      return true;
    } finally {
      pinned.close();
    }
  } catch (error) {
    const isGone =
      error instanceof FolderMoved || ["ENOENT", "ENOTDIR", "ELOOP"].includes(systemErrorCode(error) ?? "");
    if (isGone) return false;
    throw error;
  }
}

function removeLeftover(directory: string, id: string): string | undefined {
  const path = join(directory, `${id}.json`);
  try {
    const record = read(path);
    if (record === undefined || isWriting(record)) return undefined;
    const isRemoved = removeTemporary(record.folder, temporaryNameOf(id));
    rmSync(path, { force: true });
    return isRemoved ? join(record.folder, temporaryNameOf(id)) : undefined;
  } catch {
    return undefined; // Already removed, or can't be removed now. The next start tries again.
  }
}

/**
 * Removes the temporary files of ended processes and returns their paths.
 *
 * @param directory the directory of the records
 */
export function removeLeftovers(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return []; // There are no records.
  }
  const ids = names.flatMap((name) => recordName.exec(name)?.[1] ?? []).slice(0, maxRecords);
  return ids.flatMap((id) => removeLeftover(directory, id) ?? []);
}
