/** Arguments and help of `tandem env`, which is in env/ and loaded on demand. */
import { type Command, Option } from "commander";
import type { Context } from "../context.js";
import type { EnvOptions } from "../env/env.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption } from "../options.js";
import { evaluation, shells } from "../shells.js";

export function addEnv(program: Command, context: Context): void {
  program
    .command("env")
    .description("print environment variables that point Claude Code at this editor")
    .addOption(new Option("--shell <shell>", "output syntax (default: from $SHELL)").choices([...shells, "json"]))
    .addOption(
      new Option("--for <agent>", "the agent that you start in the shell")
        .choices(["claude-code", "opencode"])
        .default("claude-code"),
    )
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .addOption(jsonOption("same as --shell json"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "Adds loopback addresses to NO_PROXY and keeps its other entries.",
          "opencode uses Claude Code's lock files, but can't connect while CLAUDE_CODE_SSE_PORT is set. With --for opencode, that variable is removed.",
        ],
        examples: [
          [evaluation.sh, "sh, bash, zsh"],
          [evaluation.fish, "fish"],
          [evaluation.powershell, "PowerShell"],
          ['eval "$(tandem env --for opencode)"', "for opencode"],
        ],
        exits: [
          [0, "success"],
          [1, "no editor has this folder open"],
          [2, "invalid usage"],
        ],
      }),
    )
    .action(async (options: EnvOptions) => {
      const { env } = await import("../env/env.js");
      await env(options, context);
    });
}
