/** Examines every lock: how Claude Code sees it, its file, and what answers on its port. Tokens are left out. */
import { stat } from "node:fs/promises";
import type { Discovery, FoundEditor, LockStatus } from "@tandem-ide/client";
import type { WorkspaceRequestMode } from "@tandem-ide/protocol";
import { type ConnectionFacts, tryConnection } from "./connections.js";
import { ownership } from "./directories.js";
import { containsCwd } from "./files.js";

import { isReused, listenersByPort, type ProcessFact, processFact } from "./processes.js";
import type { Surroundings } from "./surroundings.js";

/** One lock. */
export interface LockFacts {
  readonly file: string;
  /** `other` is a directory, a pipe or the like. */
  readonly kind: "file" | "dangling-link" | "other";
  readonly port: number;
  /** The port in the content if it differs from the file name. Claude Code ignores it. */
  readonly portInside?: number;
  readonly host: string;
  /** The editor's own name. */
  readonly name: string;
  readonly folders: readonly string[];
  readonly pid?: number;
  readonly hasToken: boolean;
  /** What workspace requests can do, according to the lock. */
  readonly workspaceRequests?: WorkspaceRequestMode;
  /** When it was last written, in ms since 1970. */
  readonly modified: number;
  readonly mode?: number;
  readonly owner?: number;
  readonly isReadByClaude: boolean;
  /** If this is a copy in a directory that Claude Code doesn't read, the original. */
  readonly mirrorOf?: string;
  /** Whether the working directory is in one of its folders, symbolic links resolved. */
  readonly servesHere: boolean;
  /** How Claude Code sees it, by the rules of `@tandem-ide/client`. */
  readonly code: LockStatus["code"];
  readonly message: string;
  /** Whether it counts as a match; Claude Code needs exactly one. */
  readonly counts: boolean;
  readonly process: ProcessFact;
  /** Whether the process started after the lock was written, so it can't be the editor. */
  readonly isPidReused: boolean;
  /** The ID of the user who listens on the port. */
  readonly listener?: number;
  /** Undefined if the lock doesn't allow a connection. */
  readonly connection?: ConnectionFacts;
}

/** What all locks share. */
interface LockContext {
  readonly cwd: string;
  readonly surroundings: Surroundings;
  readonly listeners: ReadonlyMap<number, number>;
  readonly signal: AbortSignal | undefined;
}

async function factsOf(editor: FoundEditor, { cwd, surroundings, listeners, signal }: LockContext) {
  const { lock, status, lockFile } = editor;
  const pid = lock?.pid;
  const fact = processFact(pid);
  const folders = lock?.workspaceFolders ?? [];
  // Claude Code only uses WebSocket for these.
  const usesWebSocket = lock?.transport === "ws";
  const listener = listeners.get(editor.port);
  const [stats, isHere, isPidReused, connection] = await Promise.all([
    stat(lockFile).catch(() => undefined),
    containsCwd(folders, cwd),
    pid !== undefined && fact !== "dead" ? isReused(pid, editor.modified.getTime(), surroundings) : false,
    usesWebSocket ? tryConnection(editor, surroundings, signal) : undefined,
  ]);
  const facts: LockFacts = {
    file: lockFile,
    kind: stats ? (stats.isFile() ? "file" : "other") : "dangling-link",
    port: editor.port,
    ...(lock?.port !== undefined && lock.port !== editor.port && { portInside: lock.port }),
    host: editor.host,
    name: editor.name,
    folders,
    ...(pid !== undefined && { pid }),
    hasToken: Boolean(lock?.authToken),
    ...(lock?.workspaceRequests && { workspaceRequests: lock.workspaceRequests }),
    modified: editor.modified.getTime(),
    ...(stats && ownership(stats, surroundings.platform)),
    isReadByClaude: editor.directory.isReadByClaude,
    ...(editor.mirrorOf !== undefined && { mirrorOf: editor.mirrorOf }),
    servesHere: isHere,
    code: status.code,
    message: status.message,
    counts: status.counts,
    process: fact,
    isPidReused,
    ...(listener !== undefined && { listener }),
    ...(connection && { connection }),
  };
  return facts;
}

/** How many to connect to at a time: there may be hundreds of old lock files, each slow to answer. */
const atOnce = 64;

/** Examines each lock that discovery found. */
export async function gatherLocks(
  { editors, cwd }: Discovery,
  surroundings: Surroundings,
  signal?: AbortSignal,
): Promise<LockFacts[]> {
  const found: LockFacts[] = [];
  const context = { cwd, surroundings, signal, listeners: await listenersByPort(surroundings) };
  for (let start = 0; start < editors.length; start += atOnce) {
    const some = editors.slice(start, start + atOnce);
    found.push(...(await Promise.all(some.map((editor) => factsOf(editor, context)))));
  }
  return found;
}
