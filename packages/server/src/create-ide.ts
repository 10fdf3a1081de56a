/** The one function that a host calls. */
import type { Editor } from "./editor.js";
import type { Ide } from "./ide.js";
import { lockDirectories, prepareLockDirectory } from "./lock/lock-directory.js";
import { type IdeOptions, resolveOptions } from "./options.js";
import { RunningIde } from "./running-ide.js";

/**
 * Turns an editor into an endpoint that Claude Code finds, trusts and uses. Rejects with a StartError, and leaves
 * nothing behind, when it cannot start.
 *
 * @example
 * await using ide = await createIde(myEditor, { log: (entry) => console.error(entry.message) });
 * const terminalEnv = { ...process.env, ...ide.environment() };
 */
export async function createIde(editor: Editor, options: IdeOptions = {}): Promise<Ide> {
  const settings = resolveOptions(options);
  const directories = lockDirectories(settings.configDir, settings.env, settings.home);
  prepareLockDirectory(directories.primary);
  return await new RunningIde(editor, settings, directories).start();
}
