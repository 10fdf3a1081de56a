/** `tandem completion`: prints a shell completion script. */
import { Argument, type Command } from "commander";
import { bashScript } from "../completion/bash.js";
import { fishScript } from "../completion/fish.js";
import { type CompletionModel, completionModel } from "../completion/model.js";
import { zshScript } from "../completion/zsh.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { jsonOption } from "../options.js";
import { shellProgram } from "../shells.js";

const scripts: Readonly<Record<string, (model: CompletionModel) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
const names = Object.keys(scripts);

export function addCompletion(program: Command, context: Context): void {
  program
    .command("completion")
    .description("print a shell completion script")
    .addArgument(new Argument("[shell]", "default: from $SHELL").choices(names))
    .addOption(jsonOption("print commands and options as JSON, for other shells"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        examples: [
          ["source <(tandem completion bash)", "in ~/.bashrc"],
          ["source <(tandem completion zsh)", "in ~/.zshrc, after compinit"],
          ["tandem completion fish | source", "in ~/.config/fish/config.fish"],
        ],
      }),
    )
    .action((shell: string | undefined, options: { readonly json?: true }) => {
      const model = completionModel(program, "serve");
      if (options.json) return context.out.json(model);
      const own = shellProgram(context.env);
      const script = scripts[shell ?? own];
      if (script) return context.out.write(script(model));
      throw new CommandError(
        exitCodes.cannotStart,
        own === "" ? "$SHELL isn't set." : `Completion isn't available for ${own}.`,
        [`Choose a shell: ${names.map((name) => `tandem completion ${name}`).join(", ")}`],
      );
    });
}
