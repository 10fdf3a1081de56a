/** `tandem inspect`: shows the messages between a client and an editor. */
import { type Command, Option } from "commander";
import { splitAtDashes } from "../client-program.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import type { InspectOptions } from "../inspect/inspect.js";
import { configDirOption, jsonOption, pagePortOption, parsePort, portArgument } from "../options.js";

async function run(
  args: readonly string[],
  options: InspectOptions,
  context: Context,
  command: Command,
): Promise<number> {
  const { own, client } = splitAtDashes(command, args);
  const [target, ...more] = own;
  if (more.length > 0)
    throw new CommandError(exitCodes.cannotStart, `Expected one port or recording, got ${own.length} arguments.`, [
      `Put the client's command after --: tandem inspect ${target} -- ${more.join(" ")}`,
    ]);
  const isRecording = target !== undefined && !/^\d+$/.test(target);
  if (options.json && client.length > 0)
    throw new CommandError(exitCodes.cannotStart, "--json can't be combined with a client: both need the terminal.", [
      "Start the client in another terminal, or record: tandem inspect --record <file> -- claude",
    ]);
  if (!isRecording) {
    const { inspect } = await import("../inspect/inspect.js");
    return await inspect(portArgument(target), client, options, context);
  }
  if (client.length > 0 || options.record !== undefined)
    throw new CommandError(exitCodes.cannotStart, `${target} is a recording. A client or --record needs an editor.`, [
      `To replay it to a client or an editor: tandem replay ${target}`,
    ]);
  const { viewRecording } = await import("../inspect/view-recording.js");
  await viewRecording(target, options, context);
  return exitCodes.ok;
}

export function addInspect(program: Command, context: Context): void {
  program
    .command("inspect")
    .description("show the messages between Claude Code and an editor, live or recorded")
    .usage("[options] [port | recording] [-- claude …]")
    .argument("[port|recording...]", "the editor's port (default: the editor Claude Code would choose), or a recording")
    .addOption(configDirOption())
    .option("--record <file>", "record all messages as JSON Lines")
    .option("--filter <words>", 'show only matching messages, e.g. "editor -selection_changed"')
    .addOption(new Option("--listen-port <port>", "port to listen on").argParser(parsePort))
    .addOption(pagePortOption())
    .option("--no-page", "don't serve a page for the browser")
    .option("--no-open", "print a link to the page instead of opening the browser")
    .addOption(jsonOption("print each message as a line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "The inspector relays messages and doesn't change the editor's lock file. Only a client that you start with the printed variable, or after --, connects through it.",
          "Protocol violations are marked with ✗. A recording contains everything you selected and Claude Code read or proposed, so check it before you share it.",
        ],
        list: {
          title: "Filter words, all of which must match (-word must not)",
          lines: [
            ["client, editor", "the sender"],
            ["faults", "protocol violations"],
            ["calls", "requests and their responses"],
            ["pings", "WebSocket pings and pongs, hidden by default"],
            ["#3", "message 3 and its response"],
            ["anything else", "part of a name, a path or the text"],
          ],
        },
        examples: [
          ["tandem inspect", "inspect this folder's editor"],
          ["tandem inspect 41234 -- claude --resume", "start the client as well"],
          ["tandem inspect --record session.jsonl", "record the session"],
          ["tandem inspect session.jsonl --filter faults", "view a recording"],
        ],
        exits: [
          [0, "stopped with quit or Ctrl-C"],
          [1, "no editor has this folder open"],
          [2, "invalid usage, or couldn't start"],
          ["other", "exit code of the client after --"],
        ],
      }),
    )
    .action(async (args: string[], options: InspectOptions, command: Command) =>
      context.exitWith(await run(args, options, context, command)),
    );
}
