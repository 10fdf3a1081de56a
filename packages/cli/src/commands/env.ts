/** `tandem env`: the variables by which Claude Code in this terminal finds the editor. */
import { resolve } from "node:path";
import { claudeEnvironment } from "@tandem/protocol";
import { type Command, Option } from "commander";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption } from "../options.js";
import { assignments, evaluation, guessShell, type Shell, shellProgram, shells } from "../shells.js";

interface EnvOptions {
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
  const editor = pickEditor(context, discovery, wish);
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

async function env(options: EnvOptions, context: Context): Promise<void> {
  const { out, err } = context;
  const shell = chooseShell(options, context);
  const variables = await terminalVariables(options, context);
  if (shell === "json") return out.json(variables);
  for (const line of assignments(shell, variables)) out.line(line);
  // Somebody is looking at it instead of evaluating it.
  if (out.isTerminal) err.line(err.colors.dim(`# To set them in this shell: ${evaluation[shell]}`));
}

export function addEnv(program: Command, context: Context): void {
  program
    .command("env")
    .description("print the environment by which Claude Code in a shell finds the editor")
    .addOption(
      new Option("--shell <shell>", "write for this shell (default: yours, by $SHELL)").choices([...shells, "json"]),
    )
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .addOption(jsonOption("the same as --shell json"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: ["What NO_PROXY holds is kept, and loopback is added to it."],
          examples: [
            [evaluation.sh, "sh, bash, zsh and their like"],
            [evaluation.fish, "fish"],
            [evaluation.powershell, "PowerShell"],
          ],
          exits: [
            [0, "printed"],
            [1, "no editor serves this folder"],
            [2, "wrong usage"],
          ],
        },
        context.out.columns,
      ),
    )
    .action((options: EnvOptions) => env(options, context));
}
