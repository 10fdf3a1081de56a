/** The terminal output of a replay. */
import type { Difference, Recording, ReplayProgress, ReplayResult } from "@tandem-ide/inspector";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { plural } from "../inspect/summary.js";
import type { Output } from "../output.js";
import { ProgressLine } from "../progress-line.js";
import { visible, visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";
import type { ReplayOptions } from "./options.js";

/** Shows how many messages were played, and prints decisions that the user must make. */
export class ReplayProgressLine extends ProgressLine {
  update(progress: ReplayProgress): void {
    if (progress.kind === "played") {
      this.show(`${progress.done} of ${progress.total} played`);
      return;
    }
    this.clear();
    const recorded = progress.recorded === undefined ? "" : ` (recorded: ${progress.recorded})`;
    const text = `Waiting for you: ${visibleLine(progress.call, 120)}. Decide in the editor${recorded}.`;
    for (const line of wrap(text, this.output.columns)) this.output.line(line);
  }
}

function differenceLine({ call, id, what }: Difference): string {
  return `${call}${id === undefined ? "" : ` (id ${JSON.stringify(id)})`}: ${what}`;
}

export function exitCodeOf({ lost, differences, faults }: ReplayResult): number {
  if (lost) return exitCodes.lost;
  return differences.length + faults.length > 0 ? exitCodes.no : exitCodes.ok;
}

function headLine(result: ReplayResult, { as, exact }: ReplayOptions): string {
  const [verb, noun] = as === "client" ? ["sent", "response"] : ["played", "request"];
  return `${plural(result.played, "message")} ${verb}, ${plural(result.compared, noun)} compared ${exact ? "exactly" : "by shape"}.`;
}

/** Explains why the replay ended early, if it did. */
function endLines({ lost, played, unplayed }: ReplayResult, { as }: ReplayOptions): string[] {
  if (lost) {
    const reason = [lost.code, lost.reason].filter((part) => part !== "").join(" ");
    return [`The connection was lost (${reason}) after ${played} of ${played + unplayed} messages.`];
  }
  if (unplayed === 0) return [];
  const [verb, reason] =
    as === "client"
      ? ["sent", "the recorded client would have waited for the response"]
      : ["played", "the client didn't request them"];
  return [`${plural(unplayed, "message")} not ${verb}: ${reason}.`];
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
    ...listed(bold(red("New protocol violations:")), [...new Set(faults)]),
    ...listed("Protocol violations that are also in the recording:", [...new Set(knownFaults)]),
    ...endLines(result, options).flatMap((line) => wrap(visible(line), columns)),
    ...(isSame ? [green("No differences.")] : []),
  ];
}

/** Prints the result and returns its exit code. */
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
