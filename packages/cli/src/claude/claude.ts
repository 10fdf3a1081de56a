/** `tandem claude`: starts Claude Code so that it finds the editor of this folder. */
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { terminalVariables } from "../env/env.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { ownClaude } from "./own-claude.js";

export interface ClaudeOptions {
  readonly port?: number;
  readonly configDir?: string;
  readonly claudePath?: string;
  readonly anyway?: true;
  readonly json?: true;
}

async function variablesFor(options: ClaudeOptions, context: Context): Promise<Record<string, string>> {
  try {
    return await terminalVariables(options, context, "claude");
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (options.anyway) return {};
    throw new CommandError(error.exitCode, error.message, [
      ...error.advice,
      "Or start Claude Code without an editor: tandem claude --anyway",
    ]);
  }
}

export async function claude(args: readonly string[], options: ClaudeOptions, context: Context): Promise<number> {
  const command = options.claudePath ?? (context.env.TANDEM_CLAUDE || "claude");
  const variables = await variablesFor(options, context);
  if (options.json) {
    context.out.json({ command, args, env: variables });
    return exitCodes.ok;
  }
  // What is typed is the user's word.
  const program = options.claudePath ?? (await ownClaude(command, context));
  return await runClient(program, args, variables, context);
}
