/** The script for bash. It doesn't need the bash-completion package and works with the old bash of macOS. */
import { quote } from "../shells.js";
import type { CommandModel, CompletionModel, Values } from "./model.js";

const words = (list: readonly string[]) => `_tandem_words ${quote.sh(list.join(" "))}`;

function offer(values: Values): string {
  switch (values.kind) {
    case "words":
      return words(values.words);
    case "files":
      return "_tandem_paths -f";
    case "folders":
      return "_tandem_paths -d";
    default:
      return ":";
  }
}

function optionNames({ options }: CommandModel): string[] {
  return options.flatMap(({ names }) => names);
}

function valueCases(command: CommandModel): string[] {
  return command.options.flatMap(({ names, takes }) =>
    takes ? [`    ${names.map((name) => `${command.name},${name}`).join("|")}) ${offer(takes)}; return ;;`] : [],
  );
}

function commandCase(command: CommandModel): string {
  const [first] = command.arguments;
  return `    ${command.name})
      case $cur in
        -*) ${words(optionNames(command))} ;;
        *) ${first ? offer(first.takes) : ":"} ;;
      esac ;;`;
}

export function bashScript(model: CompletionModel): string {
  const names = model.commands.map(({ name }) => name);
  const byDefault = model.commands.find(({ name }) => name === model.defaultCommand);
  const first = [...optionNames(model), ...(byDefault ? optionNames(byDefault) : [])];
  return `# Completion of tandem for bash. In ~/.bashrc: source <(tandem completion bash)

_tandem_words() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_tandem_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$cur"))
  compopt -o filenames 2>/dev/null
}

_tandem() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command='' i
  COMPREPLY=()
  # bash splits --option=value at the equals sign.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} != -* ]]; then
      command=\${COMP_WORDS[i]}
      break
    fi
  done
  case $command in
    '' | ${names.join(" | ")}) ;;
    *) command=${model.defaultCommand} ;;
  esac
  case $command,$prev in
${model.commands.flatMap(valueCases).join("\n")}
  esac
  case $command in
    '')
      case $cur in
        -*) ${words([...new Set(first)])} ;;
        *)
          ${words(names)}
          [[ \${#COMPREPLY[@]} -gt 0 ]] || _tandem_paths -d ;;
      esac ;;
${model.commands.map(commandCase).join("\n")}
  esac
}

complete -F _tandem tandem
`;
}
