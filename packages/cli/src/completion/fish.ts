/** The script for fish. */
import { quote } from "../shells.js";
import type { CommandModel, CompletionModel, OptionModel, Values } from "./model.js";

const quoted = quote.fish;
const folders = "(__fish_complete_directories (commandline -ct))";

function offer(values: Values): string {
  switch (values.kind) {
    case "words":
      return ` -a ${quoted(values.words.join(" "))}`;
    case "files":
      return " -F";
    case "folders":
      return ` -a ${quoted(folders)}`;
    default:
      return "";
  }
}

function optionLine(condition: string, { names, description, takes }: OptionModel): string {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(" ");
  // -x: takes a value that isn't a file; -r: takes a value.
  const value = takes ? `${takes.kind === "files" ? " -r" : " -x"}${offer(takes)}` : "";
  return `complete -c tandem -n ${quoted(condition)} ${flags}${value} -d ${quoted(description)}`;
}

function commandLines(command: CommandModel): string[] {
  const condition = `__tandem_is ${command.name}`;
  const [first] = command.arguments;
  const argument = first && offer(first.takes);
  return [
    ...command.options.map((option) => optionLine(condition, option)),
    ...(argument ? [`complete -c tandem -n ${quoted(condition)}${argument}`] : []),
  ];
}

export function fishScript(model: CompletionModel): string {
  const none = "__tandem_is ''";
  return `# Completion of tandem for fish. In ~/.config/fish/config.fish: tandem completion fish | source

# Tests whether this is the command on the line. With an empty name, tests that there is none yet.
function __tandem_is
    for word in (commandline -opc)[2..-1]
        if not string match -q -- '-*' $word
            test "$word" = "$argv[1]"
            return
        end
    end
    test -z "$argv[1]"
end

complete -c tandem -e
complete -c tandem -f
complete -c tandem -n ${quoted(none)} -a ${quoted(folders)}
${model.options.map((option) => optionLine(none, option)).join("\n")}
${model.commands.map(({ name, description }) => `complete -c tandem -n ${quoted(none)} -a ${name} -d ${quoted(description)}`).join("\n")}
${model.commands.flatMap(commandLines).join("\n")}
`;
}
