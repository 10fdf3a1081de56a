/** `tandem inspect`: what goes between a client and an editor. */

import { messageOf } from "@tandem/base";
import { type Command, Option } from "commander";
import { splitAtDashes } from "../client-program.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import type { InspectOptions } from "../inspect/inspect.js";
import { configDirOption, jsonOption, pagePortOption, parsePort } from "../options.js";

function portOf(word: string): number {
  try {
    return parsePort(word);
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `${word} is no port. ${messageOf(error)}`);
  }
}

async function run(
  words: readonly string[],
  options: InspectOptions,
  context: Context,
  command: Command,
): Promise<number> {
  const { own, client } = splitAtDashes(command, words);
  const [what, ...more] = own;
  if (more.length > 0)
    throw new CommandError(exitCodes.cannotStart, `One port or recording can be inspected, not ${own.length}.`, [
      `A client to be started comes after --: tandem inspect ${what} -- ${more.join(" ")}`,
    ]);
  const isRecording = what !== undefined && !/^\d+$/.test(what);
  if (options.json && client.length > 0)
    throw new CommandError(
      exitCodes.cannotStart,
      "With --json the output is for a program, and the client needs the terminal.",
      ["Start the client in another terminal, or record: tandem inspect --record <file> -- claude"],
    );
  if (!isRecording) {
    const { inspect } = await import("../inspect/inspect.js");
    return await inspect(what === undefined ? undefined : portOf(what), client, options, context);
  }
  if (client.length > 0 || options.record !== undefined)
    throw new CommandError(
      exitCodes.cannotStart,
      `${what} is a recording: nothing is started for it or recorded from it.`,
      [`Play it to a client or an editor with: tandem replay ${what}`],
    );
  const { viewRecording } = await import("../inspect/view-recording.js");
  await viewRecording(what, options, context);
  return exitCodes.ok;
}

export function addInspect(program: Command, context: Context): void {
  program
    .command("inspect")
    .description("show what goes between Claude Code and an editor, live or recorded")
    .usage("[options] [port | recording] [-- claude …]")
    .argument("[words...]", "the editor's port (default: the one that Claude Code would take), or a recording")
    .addOption(configDirOption())
    .option("--record <file>", "write everything there, as JSON Lines")
    .option("--filter <words>", 'show only what fits, e.g. "editor -selection_changed"')
    .addOption(new Option("--listen-port <port>", "listen on this port").argParser(parsePort))
    .addOption(pagePortOption())
    .option("--no-page", "no page for the browser")
    .option("--no-open", "do not open the browser; the link is printed")
    .addOption(jsonOption("print each message as a line of JSON"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "It stands between the two and leaves the editor's lock alone: only a client that is started with the printed variable, or after --, comes through here.",
            "What breaks the protocol is marked with ✗. A recording holds what was selected, read and proposed: look at it before you share it.",
          ],
          list: {
            title: "Words of a filter, all of which must fit (-word: must not)",
            lines: [
              ["client, editor", "who said it"],
              ["faults", "what breaks the protocol"],
              ["calls", "requests and their answers"],
              ["pings", "WebSocket pings and pongs, else left out"],
              ["#3", "message 3 and its answer"],
              ["anything else", "a part of a name, a path or the text"],
            ],
          },
          examples: [
            ["tandem inspect", "the editor of this folder"],
            ["tandem inspect 41234 -- claude --resume", "and start the client here"],
            ["tandem inspect --record session.jsonl", "keep it"],
            ["tandem inspect session.jsonl --filter faults", "look at what was kept"],
          ],
          exits: [
            [0, "ended by you"],
            [1, "no editor serves this folder"],
            [2, "wrong usage, or it cannot start"],
            ["other", "that of the client, after --"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (words: string[], options: InspectOptions, command: Command) =>
      context.exitWith(await run(words, options, context, command)),
    );
}
