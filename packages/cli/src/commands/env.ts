/** `tandem env`: how it is called. What it does is in env/, loaded only when it is needed. */
import { type Command, Option } from "commander";
import type { Context } from "../context.js";
import type { EnvOptions } from "../env/env.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption } from "../options.js";
import { evaluation, shells } from "../shells.js";

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
    .action(async (options: EnvOptions) => {
      const { env } = await import("../env/env.js");
      await env(options, context);
    });
}
