/** Every lock with what Claude Code makes of it, what its file is like, and what answers at its port. No token is kept. */
import { stat } from "node:fs/promises";
import type { Discovery, FoundEditor, Verdict } from "@tandem/client";
import type { WorkspaceRequestMode } from "@tandem/protocol";
import { type ConnectionFacts, tryConnection } from "./connections.js";
import { ownership } from "./directories.js";
import { servesHere } from "./folders.js";
import { isReused, listenersByPort, type ProcessFact, processFact } from "./processes.js";
import type { Surroundings } from "./surroundings.js";

/** One lock. */
export interface LockFacts {
  readonly file: string;
  /** `other` is a directory, a pipe or the like. */
  readonly kind: "file" | "dangling-link" | "other";
  readonly port: number;
  /** The port that the content names, where that is another one than the file's name. Claude Code does not look at it. */
  readonly portInside?: number;
  readonly host: string;
  /** As the editor calls itself. */
  readonly name: string;
  readonly folders: readonly string[];
  readonly pid?: number;
  readonly hasToken: boolean;
  /** What the editor says of its workspace requests. */
  readonly workspaceRequests?: WorkspaceRequestMode;
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

async function kindOf(file: string): Promise<LockFacts["kind"]> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return "dangling-link";
  return stats.isFile() ? "file" : "other";
}

/** What is the same for all locks. */
interface Circumstances {
  readonly cwd: string;
  readonly surroundings: Surroundings;
  readonly listeners: ReadonlyMap<number, number>;
  readonly signal: AbortSignal | undefined;
}

async function factsOf(editor: FoundEditor, { cwd, surroundings, listeners, signal }: Circumstances) {
  const { lock, verdict, lockFile } = editor;
  const pid = lock?.pid;
  const fact = processFact(pid);
  const folders = lock?.workspaceFolders ?? [];
  // To any other Claude Code does not speak WebSocket.
  const isDialable = lock?.transport === "ws";
  const listener = listeners.get(editor.port);
  const [file, kind, isHere, isPidReused, connection] = await Promise.all([
    stat(lockFile).then(
      (stats) => ownership(stats, surroundings.platform),
      () => ({}),
    ),
    kindOf(lockFile),
    servesHere(folders, cwd),
    pid !== undefined && fact !== "dead" ? isReused(pid, editor.modified.getTime(), surroundings) : false,
    isDialable ? tryConnection(editor, surroundings, signal) : undefined,
  ]);
  const facts: LockFacts = {
    file: lockFile,
    kind,
    port: editor.port,
    ...(lock?.port !== undefined && lock.port !== editor.port && { portInside: lock.port }),
    host: editor.host,
    name: editor.name,
    folders,
    ...(pid !== undefined && { pid }),
    hasToken: Boolean(lock?.authToken),
    ...(lock?.workspaceRequests && { workspaceRequests: lock.workspaceRequests }),
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

/** So many are dialled at a time: someone whose editor crashed for months may have hundreds, and each may take its time. */
const atOnce = 64;

/** Looks at each lock that discovery found. */
export async function gatherLocks(
  { editors, cwd }: Discovery,
  surroundings: Surroundings,
  signal?: AbortSignal,
): Promise<LockFacts[]> {
  const found: LockFacts[] = [];
  const circumstances = { cwd, surroundings, signal, listeners: await listenersByPort(surroundings) };
  for (let start = 0; start < editors.length; start += atOnce) {
    const some = editors.slice(start, start + atOnce);
    found.push(...(await Promise.all(some.map((editor) => factsOf(editor, circumstances)))));
  }
  return found;
}
