/** `tandem replay`: plays one side of a recording again. */

import { messageOf } from "@tandem/base";
import { type Command, Option } from "commander";
import { splitAtDashes } from "../client-program.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { collect, configDirOption, jsonOption, parseCount, parsePort, parseSeconds } from "../options.js";
import type { ReplayOptions } from "../replay/options.js";

function portOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  try {
    return parsePort(word);
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `${word} is no port. ${messageOf(error)}`);
  }
}

function checkWords(own: readonly string[], client: readonly string[], { as, json }: ReplayOptions): void {
  const [file, port, ...more] = own;
  const fail = (message: string, advice: string): never => {
    throw new CommandError(exitCodes.cannotStart, message, [advice]);
  };
  if (file === undefined)
    fail("No recording is named.", "Name it before --: tandem replay session.jsonl --as editor -- claude");
  if (more.length > 0)
    fail(`There is a word too many: ${more.join(" ")}`, "See how it is used with: tandem replay --help");
  if (as === "client" && client.length > 0)
    fail(
      "A client is started only for the editor's side.",
      `Add --as editor: tandem replay ${file} --as editor -- ${client.join(" ")}`,
    );
  if (json && client.length > 0)
    fail(
      "With --json the output is for a program, and the client needs the terminal.",
      "Start the client from another one, with the variable that is printed.",
    );
  if (as === "editor" && port !== undefined)
    fail(
      `With --as editor no editor is called, so ${port} has no meaning.`,
      `To listen on that port: --listen-port ${port}`,
    );
}

async function replay(
  words: readonly string[],
  options: ReplayOptions,
  context: Context,
  command: Command,
): Promise<number> {
  const { own, client } = splitAtDashes(command, words);
  checkWords(own, client, options);
  const [file = "", port] = own;
  const wanted = portOf(port);
  const { readRecording } = await import("../replay/options.js");
  const recording = await readRecording(file, context);
  if (options.as === "editor") {
    const { playEditor } = await import("../replay/editor-side.js");
    return await playEditor(recording, client, options, context);
  }
  const { playClient } = await import("../replay/client-side.js");
  return await playClient(file, recording, wanted, options, context);
}

export function addReplay(program: Command, context: Context): void {
  program
    .command("replay")
    .description("play a recording to an editor, or to a client, and compare the answers")
    .usage("[options] <recording> [port]\n       tandem replay [options] <recording> --as editor [-- claude …]")
    .argument("<file>", "a recording, made with tandem inspect --record")
    .argument("[words...]", "the editor's port (default: the one that Claude Code would take)")
    .addOption(new Option("--as <side>", "whose side is played").choices(["client", "editor"]).default("client"))
    .option("--exact", "answers must be equal, not only of the same shape")
    .option("--connection <number>", "the connection to play, where there are several", parseCount)
    .addOption(
      new Option("--folder <old=new>", "which folder stands for a recorded one (repeatable)").argParser(collect),
    )
    .option("--timeout <seconds>", "limit of each wait (60; without end for a client to ask)", parseSeconds)
    .addOption(configDirOption())
    .addOption(new Option("--listen-port <port>", "with --as editor: listen on this port").argParser(parsePort))
    .addOption(jsonOption("print the result as one line of JSON"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "As the client: each message is sent once the answers before it have come. What a person decided, you decide in the editor; it says when. The recorded folders are replaced by those of the editor.",
            "As the editor: it waits for a client that is started with the printed variable, or after --, and answers it as recorded.",
            "By shape: the same kind of answer, members and types, and the same decisions. docs/replay.md tells more.",
          ],
          examples: [
            ["tandem replay session.jsonl", "against the editor of this folder"],
            ["tandem replay session.jsonl 41234 --exact", "against that one, every value"],
            ["tandem replay session.jsonl --folder /home/ada/x=.", "paths of another machine"],
            ["tandem replay session.jsonl --as editor -- claude", "to Claude Code"],
          ],
          exits: [
            [0, "no difference"],
            [1, "differences, or it breaks the protocol anew"],
            [2, "wrong usage, or it cannot start"],
            [3, "the connection was lost, or no client came in time"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (file: string, words: string[], options: ReplayOptions, command: Command) =>
      context.exitWith(await replay([file, ...words], options, context, command)),
    );
}
