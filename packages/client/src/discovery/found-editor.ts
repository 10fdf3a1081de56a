/** What discovery tells of one lock. */
import type { LenientLockFile } from "@tandem/protocol";
import type { Target } from "../target.js";
import type { LockDirectory } from "./locks.js";
import type { Verdict } from "./verdict.js";

/**
 * A lock file and what Claude Code would make of it.
 *
 * @example
 * for (const editor of (await discover()).editors) console.log(editor.name, editor.port, editor.verdict.message);
 */
export interface FoundEditor {
  readonly lockFile: string;
  readonly directory: LockDirectory;
  /** From the file's name, whatever the content says. */
  readonly port: number;
  /** Where the port is dialled: loopback, or what `CLAUDE_CODE_IDE_HOST_OVERRIDE` says. */
  readonly host: string;
  /** As the editor calls itself, or `IDE`. */
  readonly name: string;
  /** When the lock was last written. */
  readonly modified: Date;
  /** The content, where it could be read. It holds the token: do not print it. */
  readonly lock?: LenientLockFile;
  /** For a copy in a directory that Claude Code does not read: the same editor's lock in one that it does. */
  readonly mirrorOf?: string;
  readonly verdict: Verdict;
}

/**
 * What {@link connect} needs to reach a found editor.
 *
 * @example
 * const client = await connect(targetOf(editor));
 */
export function targetOf(editor: FoundEditor): Target {
  const authToken = editor.lock?.authToken;
  return { port: editor.port, host: editor.host, ...(authToken !== undefined && { authToken }) };
}
