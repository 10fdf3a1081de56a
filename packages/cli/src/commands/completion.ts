/** `tandem completion`: the script by which a shell completes this command. */
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
    .description("print the script by which a shell completes tandem's commands")
    .addArgument(new Argument("[shell]", "default: yours, by $SHELL").choices(names))
    .addOption(jsonOption("print the commands and their options as JSON, for other shells"))
    .addHelpText(
      "after",
      helpText(
        {
          examples: [
            ["source <(tandem completion bash)", "in ~/.bashrc"],
            ["source <(tandem completion zsh)", "in ~/.zshrc, after compinit"],
            ["tandem completion fish | source", "in ~/.config/fish/config.fish"],
          ],
        },
        context.out.columns,
      ),
    )
    .action((shell: string | undefined, options: { readonly json?: true }) => {
      const model = completionModel(program, "serve");
      if (options.json) return context.out.json(model);
      const own = shellProgram(context.env);
      const script = scripts[shell ?? own];
      if (script) return context.out.write(script(model));
      throw new CommandError(
        exitCodes.cannotStart,
        own === "" ? "$SHELL does not say which shell you use." : `There is no completion for ${own}.`,
        [`Name one: ${names.map((name) => `tandem completion ${name}`).join(", ")}`],
      );
    });
}
