import type { LenientLockFile } from "@tandem-ide/protocol";
import type { Target } from "../target.js";
import type { LockStatus } from "./lock-status.js";
import type { LockDirectory } from "./locks.js";

/**
 * A lock file and whether Claude Code can use it.
 *
 * @example
 * for (const editor of (await discover()).editors) console.log(editor.name, editor.port, editor.status.message);
 */
export interface FoundEditor {
  readonly lockFile: string;
  readonly directory: LockDirectory;
  /** Taken from the file's name, not its content. */
  readonly port: number;
  /** The host to connect to: loopback, or `CLAUDE_CODE_IDE_HOST_OVERRIDE`. */
  readonly host: string;
  /** The editor's name, or `IDE`. */
  readonly name: string;
  /** When the lock was last written. */
  readonly modified: Date;
  /** The content, if it could be read. It contains the token, so don't print it. */
  readonly lock?: LenientLockFile;
  /** For a copy in a directory that Claude Code doesn't read: the same editor's lock in one that it reads. */
  readonly mirrorOf?: string;
  readonly status: LockStatus;
}

/**
 * Returns the target for {@link connect}.
 *
 * @example
 * const client = await connect(targetOf(editor));
 */
export function targetOf(editor: FoundEditor): Target {
  const authToken = editor.lock?.authToken;
  return { port: editor.port, host: editor.host, ...(authToken !== undefined && { authToken }) };
}
