/** Every lock with what Claude Code makes of it, what its file is like, and what answers at its port. No token is kept. */
import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import type { Discovery, FoundEditor, Verdict } from "@tandem/client";
import { type ConnectionFacts, tryConnection } from "./connections.js";
import { ownership } from "./directories.js";
import { isReused, listenerOwner, type ProcessFact, processFact } from "./processes.js";
import type { Surroundings } from "./surroundings.js";

/** One lock. */
export interface LockFacts {
  readonly file: string;
  readonly port: number;
  readonly host: string;
  /** As the editor calls itself. */
  readonly name: string;
  readonly folders: readonly string[];
  readonly pid?: number;
  readonly hasToken: boolean;
  /** When it was last written, in ms since 1970. */
  readonly modified: number;
  readonly mode?: number;
  readonly owner?: number;
  readonly isReadByClaude: boolean;
  /** For a copy in a directory that Claude Code does not read: the lock that it is a copy of. */
  readonly mirrorOf?: string;
  /** The working directory is one of its folders or lies below one, symbolic links resolved. */
  readonly servesHere: boolean;
  /** What Claude Code makes of it, by the rules of `@tandem/client`. */
  readonly code: Verdict["code"];
  readonly message: string;
  /** Claude Code counts it among those of which exactly one must fit. */
  readonly counts: boolean;
  readonly process: ProcessFact;
  /** The process of that id started after the lock was written, so it is not the editor. */
  readonly isPidReused: boolean;
  /** The user, by number, who listens on the port. */
  readonly listener?: number;
  /** Undefined for a lock that nobody can dial. */
  readonly connection?: ConnectionFacts;
}

async function isBelow(cwd: string, folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  const way = relative(real, cwd);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function servesHere(folders: readonly string[], cwd: string): Promise<boolean> {
  for (const folder of folders) if (folder !== "" && (await isBelow(cwd, folder))) return true;
  return false;
}

async function factsOf(editor: FoundEditor, cwd: string, surroundings: Surroundings, signal?: AbortSignal) {
  const { lock, verdict, lockFile } = editor;
  const pid = lock?.pid;
  const fact = processFact(pid);
  const folders = lock?.workspaceFolders ?? [];
  // To any other Claude Code does not speak WebSocket.
  const isDialable = lock?.transport === "ws";
  const [file, isHere, isPidReused, listener, connection] = await Promise.all([
    stat(lockFile).then(
      (stats) => ownership(stats, surroundings.platform),
      () => ({}),
    ),
    servesHere(folders, cwd),
    pid !== undefined && fact !== "dead" ? isReused(pid, editor.modified.getTime(), surroundings) : false,
    listenerOwner(editor.port, surroundings),
    isDialable ? tryConnection(editor, surroundings, signal) : undefined,
  ]);
  const facts: LockFacts = {
    file: lockFile,
    port: editor.port,
    host: editor.host,
    name: editor.name,
    folders,
    ...(pid !== undefined && { pid }),
    hasToken: Boolean(lock?.authToken),
    modified: editor.modified.getTime(),
    ...file,
    isReadByClaude: editor.directory.isReadByClaude,
    ...(editor.mirrorOf !== undefined && { mirrorOf: editor.mirrorOf }),
    servesHere: isHere,
    code: verdict.code,
    message: verdict.message,
    counts: verdict.counts,
    process: fact,
    isPidReused,
    ...(listener !== undefined && { listener }),
    ...(connection && { connection }),
  };
  return facts;
}

/** So many are dialled at a time: someone whose editor crashed for months may have hundreds. */
const atOnce = 8;

/** Looks at each lock that discovery found. */
export async function gatherLocks(
  { editors, cwd }: Discovery,
  surroundings: Surroundings,
  signal?: AbortSignal,
): Promise<LockFacts[]> {
  const found: LockFacts[] = [];
  for (let start = 0; start < editors.length; start += atOnce) {
    const some = editors.slice(start, start + atOnce);
    found.push(...(await Promise.all(some.map((editor) => factsOf(editor, cwd, surroundings, signal)))));
  }
  return found;
}
