/** `tandem replay`: plays one side of a recording. */
import { type Command, Option } from "commander";
import { splitAtDashes } from "../client-program.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { collect, configDirOption, jsonOption, parseCount, parsePort, parseSeconds, portArgument } from "../options.js";
import type { ReplayOptions } from "../replay/options.js";

function checkArguments(own: readonly string[], client: readonly string[], { as, json }: ReplayOptions): void {
  const [file, port, ...more] = own;
  const fail = (message: string, advice: string): never => {
    throw new CommandError(exitCodes.cannotStart, message, [advice]);
  };
  if (file === undefined)
    fail("No recording given.", "Put it before --: tandem replay session.jsonl --as editor -- claude");
  if (more.length > 0) fail(`Too many arguments: ${more.join(" ")}`, "Usage: tandem replay --help");
  if (as === "client" && client.length > 0)
    fail("To start a client, use --as editor.", `Usage: tandem replay ${file} --as editor -- ${client.join(" ")}`);
  if (json && client.length > 0)
    fail(
      "--json can't be combined with a client: both need the terminal.",
      "Start the client in another terminal, with the printed variable.",
    );
  if (as === "editor" && port !== undefined)
    fail(
      `--as editor doesn't connect to an editor, so it doesn't accept the port ${port}.`,
      `To listen on this port: --listen-port ${port}`,
    );
}

async function replay(
  args: readonly string[],
  options: ReplayOptions,
  context: Context,
  command: Command,
): Promise<number> {
  const { own, client } = splitAtDashes(command, args);
  checkArguments(own, client, options);
  const [file = "", named] = own;
  const port = portArgument(named);
  const { readRecording } = await import("../inspect/read-recording.js");
  const recording = await readRecording(file, context, "Record one with: tandem inspect --record <file>");
  if (options.as === "editor") {
    const { playEditor } = await import("../replay/editor-side.js");
    return await playEditor(recording, client, options, context);
  }
  const { playClient } = await import("../replay/client-side.js");
  return await playClient(file, recording, port, options, context);
}

export function addReplay(program: Command, context: Context): void {
  program
    .command("replay")
    .description("replay a recording to an editor or a client, and compare the responses")
    .usage("[options] <recording> [port]\n       tandem replay [options] <recording> --as editor [-- claude …]")
    .argument("<file>", "recording made with tandem inspect --record")
    .argument("[port...]", "the editor's port (default: the editor Claude Code would choose)")
    .addOption(new Option("--as <side>", "which side to play").choices(["client", "editor"]).default("client"))
    .option("--exact", "compare complete values, not only their shape")
    .option("--connection <number>", "which connection to replay, if there are several", parseCount)
    .addOption(new Option("--folder <old=new>", "replace a recorded folder (repeatable)").argParser(collect))
    .option("--timeout <seconds>", "time limit for each wait (default: 60; none for a client's requests)", parseSeconds)
    .addOption(configDirOption())
    .addOption(new Option("--listen-port <port>", "with --as editor: port to listen on").argParser(parsePort))
    .addOption(jsonOption("print the result as one line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "As the client: sends each message once the responses before it have arrived. When the recording contains a decision, you are asked to make it in the editor. Recorded folders are replaced with the editor's folders.",
          "As the editor: waits for a client that you start with the printed variable, or after --, and answers it as recorded.",
          "Comparing by shape checks for the same kind of response with the same members and types, and the same decisions. See docs/replay.md.",
        ],
        examples: [
          ["tandem replay session.jsonl", "replay to this folder's editor"],
          ["tandem replay session.jsonl 41234 --exact", "compare exactly"],
          ["tandem replay session.jsonl --folder /home/ada/x=.", "map a recorded folder"],
          ["tandem replay session.jsonl --as editor -- claude", "replay to Claude Code"],
        ],
        exits: [
          [0, "no differences"],
          [1, "differences, or new protocol violations"],
          [2, "invalid usage, or couldn't start"],
          [3, "connection lost, or no client connected in time"],
        ],
      }),
    )
    .action(async (file: string, args: string[], options: ReplayOptions, command: Command) =>
      context.exitWith(await replay([file, ...args], options, context, command)),
    );
}
