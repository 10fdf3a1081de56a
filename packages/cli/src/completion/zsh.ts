/** The script for zsh. */
import { quote } from "../shells.js";
import type { ArgumentModel, CommandModel, CompletionModel, OptionModel, Values } from "./model.js";

/** Escapes the characters that have a meaning in a specification of _arguments. */
const escaped = (text: string) => text.replace(/[[\]:\\]/g, "\\$&");

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return `(${values.words.join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    default:
      // Nothing to offer. A space would show a message, which keeps zsh from inserting a single match.
      return "()";
  }
}

function optionSpecs({ names, description, takes, isRepeatable }: OptionModel): string[] {
  const value = takes ? `:value:${action(takes)}` : "";
  const others = isRepeatable ? "*" : names.length > 1 ? `(${names.join(" ")})` : "";
  return names.map((name) => quote.sh(`${others}${name}${takes ? "=" : ""}[${escaped(description)}]${value}`));
}

function argumentSpec({ name, takes, isVariadic }: ArgumentModel, index: number): string {
  return quote.sh(`${isVariadic ? "*" : index + 1}:${escaped(name)}:${action(takes)}`);
}

function specs(command: CommandModel): string {
  const all = [...command.options.flatMap(optionSpecs), ...command.arguments.map(argumentSpec)];
  return all.map((spec) => ` \\\n        ${spec}`).join("");
}

export function zshScript(model: CompletionModel): string {
  const described = model.commands.map(({ name, description }) => quote.sh(`${name}:${description}`));
  const root = model.options.flatMap(optionSpecs).map((spec) => ` \\\n    ${spec}`);
  return `#compdef tandem
# Completion of tandem for zsh. In ~/.zshrc, after compinit: source <(tandem completion zsh)

_tandem_commands() {
  local -a commands=(
    ${described.join("\n    ")}
  )
  _describe -t commands command commands
}

_tandem() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C${root.join("")} \\
    '1: :->first' \\
    '*:: :->rest'
  case $state in
    first)
      _alternative 'commands:command:_tandem_commands' 'folders:folder:_files -/' ;;
    rest)
      curcontext="\${curcontext%:*:*}:tandem-$line[1]:"
      case $line[1] in
${model.commands.map((command) => `      ${command.name})\n        _arguments${specs(command)} ;;`).join("\n")}
      *)
        _files -/ ;;
      esac ;;
  esac
}

# Call the function if zsh autoloads this file, and register it if the file is sourced.
if [[ $funcstack[1] == _tandem ]]; then
  _tandem "$@"
else
  compdef _tandem tandem
fi
`;
}
