/** Removes the temporary files that killed processes left behind: those on record, and nothing else. */
import { lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { systemErrorCode } from "@tandem/base";
import { isAlive, startMark } from "@tandem/base/node";
import { FolderMoved, holdFolder } from "./held-folder.js";
import { readSmallFile } from "./small-file.js";
import { temporaryNameOf, type UnfinishedRecord } from "./unfinished-writes.js";

const recordName = /^([0-9a-f]{16})\.json$/;
/** A start looks at no more records than these; the next one sees to the others. */
const mostRecords = 1000;
/** A record that makes no sense may be half written, by a process that lives. After this time it is not. */
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

/** The record, or undefined for one that says nothing. */
function read(path: string): UnfinishedRecord | undefined {
  try {
    return parse(readSmallFile(path));
  } catch {
    if (statSync(path).mtimeMs < Date.now() - halfWrittenMs) rmSync(path, { force: true });
    return undefined;
  }
}

/** True while the process of a record may live: where that cannot be known its file is left alone. */
function isWriting({ pid, started }: UnfinishedRecord): boolean {
  if (!isAlive(pid)) return false;
  const now = startMark(pid);
  return started === undefined || now === undefined || now === started;
}

/** Removes a file of ours from the folder itself, and from nowhere that a link leads to. False where there is none. */
function removeTemporary(folder: string, name: string): boolean {
  try {
    const held = holdFolder(folder);
    try {
      const path = join(held.path, name);
      const found = lstatSync(path);
      const isOurs = process.getuid === undefined || found.uid === process.getuid();
      if (!found.isFile() || !isOurs) return false;
      rmSync(path);
      return true;
    } finally {
      held.close();
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
    return undefined; // Another process was faster, or it cannot be removed now: the next start tries again.
  }
}

/**
 * Removes what processes that are gone have left, and says what.
 *
 * @param directory where the records are
 */
export function removeLeftovers(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return []; // Nothing was ever on record.
  }
  const ids = names.flatMap((name) => recordName.exec(name)?.[1] ?? []).slice(0, mostRecords);
  return ids.flatMap((id) => removeLeftover(directory, id) ?? []);
}
