/** `tandem env`: the variables by which Claude Code in this terminal finds the editor. */
import { resolve } from "node:path";
import { claudeEnvironment } from "@tandem/protocol/plain";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { assignments, evaluation, guessShell, type Shell, shellProgram, shells } from "../shells.js";
import { visibleName } from "../visible.js";

export interface EnvOptions {
  readonly shell?: Shell | "json";
  readonly port?: number;
  readonly configDir?: string;
  readonly json?: true;
}

/** The variables for the editor that is meant, and the config directory where that was named. */
export async function terminalVariables(
  options: Pick<EnvOptions, "port" | "configDir">,
  context: Context,
  command: "env" | "claude" = "env",
): Promise<Record<string, string>> {
  const discovery = await findEditors(context, options);
  const { port, configDir } = options;
  const wish = {
    exitCode: exitCodes.no,
    setsVariables: true,
    commandFor: (named: number) => `tandem ${command} --port ${named}`,
    ...(port !== undefined && { port }),
  };
  const editor = await pickEditor(context, discovery, wish);
  return {
    ...claudeEnvironment(editor.port, context.env),
    ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: resolve(context.cwd, configDir) }),
  };
}

function chooseShell(options: EnvOptions, context: Context): Shell | "json" {
  const shell = options.json ? "json" : (options.shell ?? guessShell(context.env, process.platform));
  if (shell !== undefined) return shell;
  throw new CommandError(exitCodes.cannotStart, `Your shell, ${shellProgram(context.env)}, has a syntax of its own.`, [
    `Name one of these: ${[...shells, "json"].map((name) => `--shell ${name}`).join(", ")}`,
  ]);
}

export async function env(options: EnvOptions, context: Context): Promise<void> {
  const { out, err } = context;
  const shell = chooseShell(options, context);
  const variables = await terminalVariables(options, context);
  if (shell === "json") return out.json(variables);
  // To the byte for a shell that evaluates them; on a screen nothing is to draw.
  for (const line of assignments(shell, variables)) out.line(out.isTerminal ? visibleName(line) : line);
  // Somebody is looking at it instead of evaluating it.
  if (out.isTerminal) err.line(err.colors.dim(`# To set them in this shell: ${evaluation[shell]}`));
}
