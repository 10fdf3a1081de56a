/** Judges one lock by the client's rules, in words. Pure: the facts are gathered before. */

import type { ProcessState } from "@tandem/base/node";
import { plain } from "../words.js";
import type { ClientSettings } from "./client-settings.js";
import type { FolderJudgement } from "./folders.js";
import type { ReadLock } from "./locks.js";

/**
 * Why a lock cannot be used; the codes are stable, the words beside them may change.
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
 * What Claude Code in the given directory makes of a lock.
 *
 * @example
 * if (!editor.verdict.usable) console.log(editor.verdict.code, editor.verdict.message);
 */
export type Verdict = {
  /** What is wrong and what to do, for people. It never holds the token. */
  readonly message: string;
  /**
   * Claude Code counts this lock when it looks for exactly one. A lock may count and still be of no use: nobody tries
   * the port before the choice is made.
   */
  readonly counts: boolean;
} & ({ readonly usable: true; readonly code: "ok" } | { readonly usable: false; readonly code: ObstacleCode });

/** A lock and what the machine says about it. */
export interface Subject extends ReadLock {
  /** Undefined for a lock without a pid. */
  readonly process: ProcessState | undefined;
  readonly portAnswers: boolean;
  readonly folders: FolderJudgement;
  /** The same editor's lock in a directory that Claude Code reads, for one in a directory that it does not. */
  readonly mirrorOf: string | undefined;
}

/** What is the same for all locks of one discovery. */
export interface Circumstances {
  readonly cwd: string;
  readonly settings: ClientSettings;
  readonly ancestors: readonly number[] | undefined;
  /** Where the client reads locks. */
  readonly readDirectory: string;
}

interface Rule {
  readonly code: ObstacleCode;
  /** The client goes by this rule before it chooses; the others show only when it dials. */
  readonly isClients: boolean;
  /** The message when the rule is broken. */
  readonly judge: (subject: Subject, circumstances: Circumstances) => string | undefined;
}

/** What to call the editor of a lock. */
export function nameOf({ content, port }: Pick<ReadLock, "content" | "port">): string {
  const name = content.kind === "lock" ? plain(content.lock.ideName ?? "", 60) : "";
  return `${name || "The editor"} on port ${port}`;
}

const pidOf = ({ content }: Subject) => (content.kind === "lock" ? content.lock.pid : undefined);
const reopen = "Restart the editor; Claude Code removes the lock by itself.";

function isChosenByPort(subject: Subject, { settings }: Circumstances): boolean {
  return settings.ssePort === subject.port;
}

/** The rule about folders is broken in the given way, and nothing waives it. */
function misfit(subject: Subject, circumstances: Circumstances, fit: FolderJudgement["fit"]): boolean {
  if (circumstances.settings.skipValidCheck || isChosenByPort(subject, circumstances)) return false;
  return subject.folders.fit === fit;
}

const rules: readonly Rule[] = [
  {
    code: "is-directory",
    isClients: true,
    judge: ({ content, lockFile }) =>
      content.kind === "directory" ? `${lockFile} is a directory, not a lock file. Remove it by hand.` : undefined,
  },
  {
    code: "unreadable",
    isClients: true,
    judge: ({ content, lockFile }) =>
      content.kind === "unreadable"
        ? `${lockFile} cannot be read (${content.why}). It must be a file that you own, with mode 0600; restart its editor to have it written again.`
        : undefined,
  },
  {
    code: "garbage",
    isClients: true,
    judge: ({ content, lockFile }) =>
      content.kind === "garbage"
        ? `${lockFile} does not hold a lock: JSON with pid, workspaceFolders and authToken is expected. Restart its editor, or remove the file if it has none.`
        : undefined,
  },
  {
    code: "dead-pid",
    isClients: true,
    judge: (subject) =>
      subject.process === "dead"
        ? `${nameOf(subject)} is gone: its process ${pidOf(subject)} has ended. ${reopen}`
        : undefined,
  },
  {
    code: "foreign-pid",
    isClients: true,
    judge: (subject) =>
      subject.process === "foreign"
        ? `${nameOf(subject)} has process ${pidOf(subject)}, which belongs to another user, and Claude Code takes it for dead. Run both as the same user.`
        : undefined,
  },
  {
    code: "silent-port",
    isClients: true,
    judge: (subject) =>
      subject.process === undefined && !subject.portAnswers
        ? `${nameOf(subject)} does not answer, and its lock names no process that could tell whether it lives. ${reopen}`
        : undefined,
  },
  {
    code: "port-closed",
    isClients: false,
    judge: (subject) =>
      subject.portAnswers
        ? undefined
        : `${nameOf(subject)} does not answer, though its process ${pidOf(subject)} lives. Restart its Claude Code integration, or the editor.`,
  },
  {
    code: "only-by-port",
    isClients: true,
    judge: (subject, circumstances) =>
      subject.content.kind === "lock" && subject.content.lock.onlyByPort && misfit(subject, circumstances, "none")
        ? `${nameOf(subject)} is for a client that is sent there: CLAUDE_CODE_SSE_PORT=${subject.port} claude`
        : undefined,
  },
  {
    code: "no-folders",
    isClients: true,
    judge: (subject, circumstances) =>
      misfit(subject, circumstances, "none")
        ? `${nameOf(subject)} has no folder open, and such a lock never fits. Open ${circumstances.cwd} in the editor.`
        : undefined,
  },
  {
    code: "folder-is-symlink",
    isClients: true,
    judge: (subject, circumstances) =>
      misfit(subject, circumstances, "symlink")
        ? `${nameOf(subject)} announces ${subject.folders.folder}, which goes through a symbolic link; Claude Code compares it with the real path ${circumstances.cwd} and finds no match. Open the folder by its real path.`
        : undefined,
  },
  {
    code: "folder-below-cwd",
    isClients: true,
    judge: (subject, circumstances) =>
      misfit(subject, circumstances, "below")
        ? `${nameOf(subject)} has ${subject.folders.folder} open, which lies below ${circumstances.cwd}: Claude Code never connects to it by itself. Start it in that folder, or type /ide there.`
        : undefined,
  },
  {
    code: "outside-folders",
    isClients: true,
    judge: (subject, circumstances) =>
      misfit(subject, circumstances, "elsewhere")
        ? `${nameOf(subject)} has ${subject.folders.folder} open, which does not contain ${circumstances.cwd}. Start Claude Code in that folder, or open this one in the editor.`
        : undefined,
  },
  {
    code: "wrong-transport",
    isClients: false,
    judge: (subject) =>
      subject.content.kind === "lock" && subject.content.lock.transport !== "ws"
        ? `${nameOf(subject)} does not announce the transport "ws", so Claude Code would speak the older SSE to it. Update its integration.`
        : undefined,
  },
  {
    code: "needs-ancestor",
    isClients: true,
    judge: (subject, circumstances) => {
      const { settings, ancestors } = circumstances;
      if (!settings.ideTerminal || ancestors === undefined || isChosenByPort(subject, circumstances)) return undefined;
      const pid = pidOf(subject);
      if (pid !== undefined && ancestors.includes(pid)) return undefined;
      return `${nameOf(subject)} did not start this terminal, which belongs to an IDE; there Claude Code takes only the editor it was started from. Use another terminal, or set CLAUDE_CODE_SSE_PORT=${subject.port}.`;
    },
  },
  {
    code: "unread-directory",
    isClients: true,
    judge: ({ directory, mirrorOf, lockFile }, { readDirectory }) =>
      directory.isReadByClaude || mirrorOf !== undefined
        ? undefined
        : `${lockFile} is where Claude Code never looks. The editor must write its lock to ${readDirectory}.`,
  },
];

function praise(subject: Subject, circumstances: Circumstances): string {
  if (subject.mirrorOf !== undefined)
    return `${nameOf(subject)} can be used; this is a copy of ${subject.mirrorOf} and counts once.`;
  if (isChosenByPort(subject, circumstances))
    return `${nameOf(subject)} can be used: CLAUDE_CODE_SSE_PORT names it, so its folders do not matter.`;
  if (circumstances.settings.skipValidCheck)
    return `${nameOf(subject)} can be used: CLAUDE_CODE_IDE_SKIP_VALID_CHECK is set, so its folders do not matter.`;
  return `${nameOf(subject)} can be used from ${circumstances.cwd}.`;
}

/** The first obstacle in the way of a lock, or none. */
export function judge(subject: Subject, circumstances: Circumstances): Verdict {
  const broken = rules.flatMap((rule) => {
    const message = rule.judge(subject, circumstances);
    return message === undefined ? [] : [{ rule, message }];
  });
  const counts = subject.directory.isReadByClaude && !broken.some(({ rule }) => rule.isClients);
  const [first] = broken;
  if (first) return { usable: false, code: first.rule.code, message: first.message, counts };
  return { usable: true, code: "ok", message: praise(subject, circumstances), counts };
}
