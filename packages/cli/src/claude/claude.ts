/** `tandem claude`: starts Claude Code, connected to the editor of this folder. */
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { terminalVariables } from "../env/env.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { commandFor, findClaude } from "./find-claude.js";
import { reviewMode } from "./review-mode.js";

export interface ClaudeOptions {
  readonly port?: number;
  readonly configDir?: string;
  readonly claudePath?: string;
  readonly anyway?: true;
  /** False: don't choose a permission mode. */
  readonly askBeforeEdits: boolean;
  readonly json?: true;
}

/** Returns the variables that point to the editor, or undefined with `--anyway` and no editor. */
async function variablesFor(options: ClaudeOptions, context: Context): Promise<Record<string, string> | undefined> {
  try {
    return await terminalVariables(options, context, "claude");
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (options.anyway) return undefined;
    throw new CommandError(error.exitCode, error.message, [
      ...error.advice,
      "Start Claude Code without an editor: tandem claude --anyway",
    ]);
  }
}

export async function claude(args: readonly string[], options: ClaudeOptions, context: Context): Promise<number> {
  const command = options.claudePath ?? (context.env.TANDEM_CLAUDE || "claude");
  const variables = await variablesFor(options, context);
  // A path that the user typed is trusted.
  const program = options.claudePath ?? (await findClaude(command, context));
  const [file, ...before] = options.claudePath === undefined ? await commandFor(program, context) : [program];
  const mode = variables && options.askBeforeEdits ? await reviewMode(program, args, context) : [];
  // Comes first, where these always count as session options.
  const all = [...mode, ...args];
  if (options.json) {
    context.out.json({ command, args: all, env: variables ?? {} });
    return exitCodes.ok;
  }
  return await runClient(file, [...before, ...all], variables ?? {}, context);
}
