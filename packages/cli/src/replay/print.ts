/** What a replay tells on the terminal. */
import type { Difference, Recording, ReplayProgress, ReplayResult } from "@tandem/inspector";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import type { Output } from "../output.js";
import { cutTo } from "../table.js";
import { visible, visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";
import type { ReplayOptions } from "./options.js";

const clearLine = "\r\u001b[K";

export interface ProgressLine {
  tell(progress: ReplayProgress): void;
  end(): void;
}

/** One line that is written over and over, on a terminal; what waits for a person is told everywhere. */
export function progressLine(err: Output): ProgressLine {
  const clear = () => {
    if (err.isTerminal) err.write(clearLine);
  };
  return {
    tell(progress) {
      if (progress.kind === "played") {
        if (err.isTerminal)
          err.write(clearLine + cutTo(`${progress.done} of ${progress.total} played`, err.columns - 1, "end"));
        return;
      }
      clear();
      const recorded = progress.recorded === undefined ? "" : ` (recorded: ${progress.recorded})`;
      const words = `Waiting for you: ${visibleLine(progress.call, 120)}, decide in the editor${recorded}`;
      for (const line of wrap(words, err.columns)) err.line(line);
    },
    end: clear,
  };
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function differenceLine({ call, id, what }: Difference): string {
  return `${call}${id === undefined ? "" : ` (id ${JSON.stringify(id)})`}: ${what}`;
}

export function exitCodeOf({ lost, differences, faults }: ReplayResult): number {
  if (lost) return exitCodes.lost;
  return differences.length + faults.length > 0 ? exitCodes.no : exitCodes.ok;
}

function headLine(result: ReplayResult, { as, exact }: ReplayOptions): string {
  const said = as === "client" ? "sent" : "played";
  const held = as === "client" ? "answer" : "request";
  return `${plural(result.played, "message")} ${said}, ${plural(result.compared, held)} compared ${exact ? "exactly" : "by shape"}.`;
}

/** Why it ended early, where it did. */
function endLines({ lost, played, unplayed }: ReplayResult, { as }: ReplayOptions): string[] {
  if (lost) {
    const words = [lost.code, lost.reason].filter((part) => part !== "").join(" ");
    return [`The connection was lost (${words}) after ${played} of ${played + unplayed} messages.`];
  }
  if (unplayed === 0) return [];
  const why =
    as === "client"
      ? "the client of the recording would have waited for the answer"
      : "the client did not ask for them";
  return [`${plural(unplayed, "message")} not ${as === "client" ? "sent" : "played"}: ${why}.`];
}

function textLines(result: ReplayResult, options: ReplayOptions, { columns, colors }: Output): string[] {
  const { differences, faults, knownFaults } = result;
  const { bold, green, red } = colors;
  const listed = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.flatMap((line) => wrap(visible(line), columns - 2, "  "))];
  const isSame = exitCodeOf(result) === exitCodes.ok;
  return [
    ...wrap(headLine(result, options), columns),
    ...listed(bold(red(`${plural(differences.length, "difference")}:`)), differences.map(differenceLine)),
    ...listed(bold(red("It breaks the protocol, and did not in the recording:")), [...new Set(faults)]),
    ...listed("It breaks the protocol as it did in the recording:", [...new Set(knownFaults)]),
    ...endLines(result, options).flatMap((line) => wrap(visible(line), columns)),
    ...(isSame ? [green("No difference.")] : []),
  ];
}

/** Prints the result, and gives the exit code for it. */
export function printResult(
  result: ReplayResult,
  { header }: Recording,
  options: ReplayOptions,
  { out }: Pick<Context, "out">,
): number {
  if (options.json) out.json({ as: options.as, editor: header.editor, recordedAt: header.at, ...result });
  else for (const line of textLines(result, options, out)) out.line(line);
  return exitCodeOf(result);
}
