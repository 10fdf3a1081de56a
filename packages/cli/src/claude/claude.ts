/** `tandem claude`: starts Claude Code so that it finds the editor of this folder. */
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { terminalVariables } from "../env/env.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { ownClaude, startOf } from "./own-claude.js";
import { reviewMode } from "./review-mode.js";

export interface ClaudeOptions {
  readonly port?: number;
  readonly configDir?: string;
  readonly claudePath?: string;
  readonly anyway?: true;
  /** False when Claude Code is to start in its own mode. */
  readonly askBeforeEdits: boolean;
  readonly json?: true;
}

/** The variables that lead to the editor; undefined where there is none and none is needed. */
async function variablesFor(options: ClaudeOptions, context: Context): Promise<Record<string, string> | undefined> {
  try {
    return await terminalVariables(options, context, "claude");
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (options.anyway) return undefined;
    throw new CommandError(error.exitCode, error.message, [
      ...error.advice,
      "Or start Claude Code without an editor: tandem claude --anyway",
    ]);
  }
}

export async function claude(args: readonly string[], options: ClaudeOptions, context: Context): Promise<number> {
  const command = options.claudePath ?? (context.env.TANDEM_CLAUDE || "claude");
  const variables = await variablesFor(options, context);
  // What is typed is the user's word.
  const program = options.claudePath ?? (await ownClaude(command, context));
  const [file, ...before] = options.claudePath === undefined ? await startOf(program, context) : [program];
  const mode = variables && options.askBeforeEdits ? await reviewMode(program, args, context) : [];
  // In front, where they are options of a session whatever follows.
  const all = [...mode, ...args];
  if (options.json) {
    context.out.json({ command, args: all, env: variables ?? {} });
    return exitCodes.ok;
  }
  return await runClient(file, [...before, ...all], variables ?? {}, context);
}
