/** `tandem inspect session.jsonl`: a recording, shown as it would have been live. */
import { resolve } from "node:path";
import { messageOf } from "@tandem/base";
import { filterOf, openInspectorPage, type Recording, RecordingError } from "@tandem/inspector";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { openPage } from "../prompt/open-page.js";
import { visibleLine } from "../visible.js";
import { cannotStart } from "./cannot-start.js";
import type { InspectOptions } from "./inspect.js";
import { readRecordingFile } from "./read-recording.js";
import { rowJson } from "./row-json.js";
import { rowLines } from "./row-line.js";
import { SeenRows } from "./seen-rows.js";
import { summary } from "./summary.js";

async function read(path: string, context: Context): Promise<Recording> {
  try {
    return await readRecordingFile(resolve(context.cwd, path));
  } catch (error) {
    const advice = error instanceof RecordingError ? [] : ["Name a recording, or the port of an editor: tandem ls"];
    throw new CommandError(exitCodes.cannotStart, `${path} cannot be shown: ${messageOf(error)}`, advice);
  }
}

/** Prints a recording; with `keepsPage` it is shown in the browser too, until the user has enough. */
export async function viewRecording(path: string, options: InspectOptions, context: Context): Promise<void> {
  const { out, err, env, lifecycle } = context;
  const recording = await read(path, context);
  const { header, entries } = recording;
  const seen = new SeenRows();
  const isShown = filterOf(options.filter ?? "");
  for (const entry of entries)
    for (const row of seen.add(entry)) {
      if (!isShown(row)) continue;
      if (options.json) out.json(rowJson(row));
      else for (const line of rowLines(row, out.columns, out.colors)) out.line(line);
    }
  if (options.json) return;
  out.line();
  out.line(`${visibleLine(header.editor, 40)}, recorded ${visibleLine(header.at, 40)}.`);
  if (recording.cutOff) out.line("The last line is cut off: the recorder was ended in the middle of it.");
  for (const line of summary(seen, out)) out.line(line);
  if (!options.page || !out.isTerminal || !context.input.isTTY) return;

  const page = await openInspectorPage({
    header,
    isLive: false,
    isCutOff: recording.cutOff ?? false,
    ...(options.pagePort !== undefined && { port: options.pagePort }),
  }).catch(cannotStart);
  lifecycle.defer(() => page.close());
  for (const entry of entries) page.add(entry);
  err.line(`Page: ${await openPage(page.door, { mayOpen: options.open, env })}. Ctrl-C ends it.`);
  await new Promise<void>((resolve) => lifecycle.signal.addEventListener("abort", () => resolve()));
}
