/** `tandem inspect session.jsonl`: shows a recording like a live session. */
import { filterOf, openInspectorPage } from "@tandem-ide/inspector";
import type { Context } from "../context.js";
import { openPage } from "../prompt/open-page.js";
import { visibleLine } from "../visible.js";
import type { InspectOptions } from "./inspect.js";
import { readRecording } from "./read-recording.js";
import { rowJson } from "./row-json.js";
import { rowLines } from "./row-line.js";
import { SeenRows } from "./seen-rows.js";
import { summary } from "./summary.js";

/** Prints a recording. At a terminal it is also shown in the browser, until the user presses Ctrl-C. */
export async function viewRecording(path: string, options: InspectOptions, context: Context): Promise<void> {
  const { out, err, env, lifecycle } = context;
  const recording = await readRecording(
    path,
    context,
    "Specify a recording or an editor's port. List editors: tandem ls",
  );
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
  if (recording.cutOff) out.line("The last line is incomplete, because recording was interrupted.");
  for (const line of summary(seen, out)) out.line(line);
  if (!options.page || !out.isTerminal || !context.input.isTTY) return;

  const page = await openInspectorPage({
    header,
    isLive: false,
    isCutOff: recording.cutOff ?? false,
    ...(options.pagePort !== undefined && { port: options.pagePort }),
  });
  lifecycle.defer(() => page.close());
  for (const entry of entries) page.add(entry);
  err.line(`Page: ${await openPage(page.pageServer, { mayOpen: options.open, env })}. Press Ctrl-C to stop.`);
  await new Promise<void>((resolve) => lifecycle.signal.addEventListener("abort", () => resolve()));
}
