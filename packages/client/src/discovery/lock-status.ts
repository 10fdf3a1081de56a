/** Checks a lock by the client's rules. The facts are collected beforehand, so this does no I/O. */
import type { ProcessState } from "@tandem-ide/base/node";
import { singleLine } from "../sanitize.js";
import type { ClientSettings } from "./client-settings.js";
import type { FolderMatch } from "./folders.js";
import type { ReadLock } from "./locks.js";

/**
 * Why a lock isn't usable. The codes are stable, the messages may change.
 *
 * @example
 * const stale: readonly ObstacleCode[] = ["dead-pid", "silent-port"];
 */
export type ObstacleCode =
  | "is-directory"
  | "unreadable"
  | "garbage"
  | "dead-pid"
  | "foreign-pid"
  | "silent-port"
  | "port-closed"
  | "only-by-port"
  | "no-folders"
  | "folder-is-symlink"
  | "folder-below-cwd"
  | "outside-folders"
  | "wrong-transport"
  | "needs-ancestor"
  | "unread-directory";

/**
 * Whether Claude Code, started in the given directory, can use a lock.
 *
 * @example
 * if (!editor.status.usable) console.log(editor.status.code, editor.status.message);
 */
export type LockStatus = {
  /** Says what is wrong and what to do. It never contains the token. */
  readonly message: string;
  /**
   * Claude Code counts this lock when it looks for exactly one. It may still be unusable, because the port is only tried
   * afterwards.
   */
  readonly counts: boolean;
} & ({ readonly usable: true; readonly code: "ok" } | { readonly usable: false; readonly code: ObstacleCode });

/** A lock with the state of its process, port and folders. */
export interface LockFacts extends ReadLock {
  /** Undefined for a lock without a pid. */
  readonly process: ProcessState | undefined;
  readonly portAnswers: boolean;
  readonly folders: FolderMatch;
  /** For a lock in a directory that Claude Code doesn't read: the same editor's lock in one that it reads. */
  readonly mirrorOf: string | undefined;
}

/** Data shared by all locks of one run of discovery. */
export interface DiscoveryContext {
  readonly cwd: string;
  readonly settings: ClientSettings;
  readonly ancestors: readonly number[] | undefined;
  /** The directory from which the client reads locks. */
  readonly readDirectory: string;
}

/** Returns a message if the lock breaks the rule. */
type Rule = (facts: LockFacts, context: DiscoveryContext) => string | undefined;

/** Names the editor of a lock, for messages. */
export function nameOf({ content, port }: Pick<ReadLock, "content" | "port">): string {
  const name = content.kind === "lock" ? singleLine(content.lock.ideName ?? "", 60) : "";
  return `${name || "The editor"} on port ${port}`;
}

const pidOf = ({ content }: LockFacts) => (content.kind === "lock" ? content.lock.pid : undefined);
const restartHint = "Restart the editor; Claude Code removes the lock automatically.";

function isChosenByPort(facts: LockFacts, { settings }: DiscoveryContext): boolean {
  return settings.ssePort === facts.port;
}

/** Returns true if the folders match in the given way and nothing overrides the rules about folders. */
function foldersAre(facts: LockFacts, context: DiscoveryContext, fit: FolderMatch["fit"]): boolean {
  if (context.settings.skipValidCheck || isChosenByPort(facts, context)) return false;
  return facts.folders.fit === fit;
}

/** Broken rules that the client only notices when it connects, after it has chosen an editor. */
const connectRules: ReadonlySet<string> = new Set<ObstacleCode>(["port-closed", "wrong-transport"]);

/** Ordered: the first broken rule is reported. */
const rules: Readonly<Record<ObstacleCode, Rule>> = {
  "is-directory": ({ content, lockFile }) =>
    content.kind === "directory" ? `${lockFile} is a directory, not a lock file. Remove it.` : undefined,
  unreadable: ({ content, lockFile }) =>
    content.kind === "unreadable"
      ? `Can't read ${lockFile} (${content.why}). It must be a file that you own, with mode 0600. Restart the editor, which writes it again.`
      : undefined,
  garbage: ({ content, lockFile }) =>
    content.kind === "garbage"
      ? `${lockFile} isn't a valid lock file. It must be JSON with pid, workspaceFolders and authToken. Restart its editor, or remove the file if it has none.`
      : undefined,
  "dead-pid": (facts) =>
    facts.process === "dead"
      ? `${nameOf(facts)} is gone: its process ${pidOf(facts)} has exited. ${restartHint}`
      : undefined,
  "foreign-pid": (facts) =>
    facts.process === "foreign"
      ? `${nameOf(facts)} has process ${pidOf(facts)}, which belongs to another user, so Claude Code treats it as dead. Run both as the same user.`
      : undefined,
  "silent-port": (facts) =>
    facts.process === undefined && !facts.portAnswers
      ? `${nameOf(facts)} doesn't answer, and its lock doesn't name a process to check. ${restartHint}`
      : undefined,
  "port-closed": (facts) =>
    facts.portAnswers
      ? undefined
      : `${nameOf(facts)} doesn't answer, although its process ${pidOf(facts)} is running. Restart its Claude Code integration, or the editor.`,
  "only-by-port": (facts, context) =>
    facts.content.kind === "lock" && facts.content.lock.onlyByPort && foldersAre(facts, context, "none")
      ? `${nameOf(facts)} is only for clients that are started with its port: CLAUDE_CODE_SSE_PORT=${facts.port} claude`
      : undefined,
  "no-folders": (facts, context) =>
    foldersAre(facts, context, "none")
      ? `${nameOf(facts)} has no folder open, so Claude Code never picks it. Open ${context.cwd} in the editor.`
      : undefined,
  "folder-is-symlink": (facts, context) =>
    foldersAre(facts, context, "symlink")
      ? `The lock of ${nameOf(facts)} names ${facts.folders.folder}, which contains a symbolic link. Claude Code compares it with the real path ${context.cwd} and finds no match. Open the folder by its real path.`
      : undefined,
  "folder-below-cwd": (facts, context) =>
    foldersAre(facts, context, "below")
      ? `${nameOf(facts)} has ${facts.folders.folder} open, which is below ${context.cwd}, so Claude Code doesn't connect to it automatically. Start Claude Code in that folder, or run /ide.`
      : undefined,
  "outside-folders": (facts, context) =>
    foldersAre(facts, context, "elsewhere")
      ? `${nameOf(facts)} has ${facts.folders.folder} open, which doesn't contain ${context.cwd}. Start Claude Code in that folder, or open this one in the editor.`
      : undefined,
  "wrong-transport": (facts) =>
    facts.content.kind === "lock" && facts.content.lock.transport !== "ws"
      ? `The lock of ${nameOf(facts)} doesn't set transport to "ws", so Claude Code would use the older SSE. Update the integration.`
      : undefined,
  "needs-ancestor": (facts, context) => {
    const { settings, ancestors } = context;
    if (!settings.ideTerminal || ancestors === undefined || isChosenByPort(facts, context)) return undefined;
    const pid = pidOf(facts);
    if (pid !== undefined && ancestors.includes(pid)) return undefined;
    return `${nameOf(facts)} didn't start this terminal. In an IDE's terminal, Claude Code only connects to that IDE. Use another terminal, or set CLAUDE_CODE_SSE_PORT=${facts.port}.`;
  },
  "unread-directory": ({ directory, mirrorOf, lockFile }, { readDirectory }) =>
    directory.isReadByClaude || mirrorOf !== undefined
      ? undefined
      : `Claude Code doesn't read ${lockFile}. The editor must write its lock to ${readDirectory}.`,
};

function usableMessage(facts: LockFacts, context: DiscoveryContext): string {
  const name = nameOf(facts);
  if (facts.mirrorOf !== undefined) return `${name} is usable. This is a copy of ${facts.mirrorOf} and counts once.`;
  if (isChosenByPort(facts, context))
    return `${name} is usable: CLAUDE_CODE_SSE_PORT names it, so its folders don't matter.`;
  if (context.settings.skipValidCheck)
    return `${name} is usable: CLAUDE_CODE_IDE_SKIP_VALID_CHECK is set, so its folders don't matter.`;
  return `${name} is usable from ${context.cwd}.`;
}

/** Checks a lock against the client's rules and reports the first broken one. */
export function checkLock(facts: LockFacts, context: DiscoveryContext): LockStatus {
  const broken = (Object.keys(rules) as ObstacleCode[]).flatMap((code) => {
    const message = rules[code](facts, context);
    return message === undefined ? [] : [{ code, message }];
  });
  const counts = facts.directory.isReadByClaude && broken.every(({ code }) => connectRules.has(code));
  const [first] = broken;
  if (first) return { usable: false, ...first, counts };
  return { usable: true, code: "ok", message: usableMessage(facts, context), counts };
}
