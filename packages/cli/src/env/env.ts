/** `tandem env`: prints variables that point Claude Code, or an agent that uses its lock files, at an editor. */
import { resolve } from "node:path";
import { claudeEnvironment } from "@tandem-ide/protocol/schema-free";
import type { Context } from "../context.js";
import { pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { assignments, evaluation, guessShell, type Shell, shellProgram, shells } from "../shells.js";
import { visibleName } from "../visible.js";

export interface EnvOptions {
  readonly shell?: Shell | "json";
  readonly port?: number;
  readonly configDir?: string;
  readonly json?: true;
  /** The agent to start in the shell. */
  readonly for: "claude-code" | "opencode";
}

/**
 * opencode finds editors by Claude Code's lock files, unless one of these names a port. Then it connects without the token, and is
 * refused.
 */
const withoutPort = { CLAUDE_CODE_SSE_PORT: null, OPENCODE_EDITOR_SSE_PORT: null };

function forOpencode({ NO_PROXY = "", no_proxy = "" }: Readonly<Record<string, string>>) {
  return { ...withoutPort, NO_PROXY, no_proxy };
}

/** Returns the variables for the chosen editor, including the config directory if given. */
export async function terminalVariables(
  options: Pick<EnvOptions, "port" | "configDir">,
  context: Context,
  command: "env" | "claude" = "env",
): Promise<Record<string, string>> {
  const { configDir } = options;
  const editor = await pickEditor(context, options, {
    exitCode: exitCodes.no,
    setsVariables: true,
    commandFor: (port) => `tandem ${command} --port ${port}`,
  });
  return {
    ...claudeEnvironment(editor.port, context.env),
    ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: resolve(context.cwd, configDir) }),
  };
}

function chooseShell(options: EnvOptions, context: Context): Shell | "json" {
  const shell = options.json ? "json" : (options.shell ?? guessShell(context.env, process.platform));
  if (shell !== undefined) return shell;
  throw new CommandError(exitCodes.cannotStart, `The syntax of ${shellProgram(context.env)} isn't supported.`, [
    `Choose another one: ${[...shells, "json"].map((name) => `--shell ${name}`).join(", ")}`,
  ]);
}

export async function env(options: EnvOptions, context: Context): Promise<void> {
  const { out, err } = context;
  const shell = chooseShell(options, context);
  const found = await terminalVariables(options, context);
  const variables = options.for === "opencode" ? forOpencode(found) : found;
  if (shell === "json") return out.json(variables);
  // A shell needs the exact bytes; a terminal must not get control characters.
  for (const line of assignments(shell, variables)) out.line(out.isTerminal ? visibleName(line) : line);
  if (out.isTerminal) err.line(err.colors.dim(`# To set them in this shell: ${evaluation[shell]}`));
}
