/** The first output of `tandem inspect`. */
import type { FoundEditor } from "@tandem-ide/client";
import type { Inspector } from "@tandem-ide/inspector";
import type { Output } from "../output.js";
import { shownPath } from "../paths.js";
import { withConfigDir } from "../shells.js";
import { visibleLine, visibleName } from "../visible.js";
import { wrap } from "../wrap.js";

interface Facts {
  readonly editor: FoundEditor;
  readonly inspector: Inspector;
  readonly record: string | undefined;
  readonly page: string | undefined;
  readonly configDir: string | undefined;
  readonly readsCommands: boolean;
  /** Whether the command starts the client itself. */
  readonly startsClient: boolean;
}

/** Says what is running and what to do next. */
export function banner(facts: Facts, { columns, colors }: Output): string[] {
  const { editor, inspector, record, page, configDir, readsCommands, startsClient } = facts;
  const { bold, cyan, dim } = colors;
  const folders = (editor.lock?.workspaceFolders ?? []).map((folder) => shownPath(visibleLine(folder)));
  const command = withConfigDir(`CLAUDE_CODE_SSE_PORT=${inspector.port} claude`, configDir);
  const lines = [
    `Inspecting ${bold(visibleLine(editor.name, 40))} on port ${editor.port}, listening on port ${bold(String(inspector.port))}.`,
    "",
    `  ${dim("Folder   ")} ${folders.join(", ") || "none"}`,
    ...(page === undefined ? [] : [`  ${dim("Page     ")} ${page}`]),
    ...(record === undefined ? [] : [`  ${dim("Recording")} ${shownPath(record)}`]),
    "",
  ];
  if (startsClient) return lines;
  return [
    ...lines,
    "Now start Claude Code in that folder, in another terminal:",
    "",
    `  ${cyan(visibleName(command))}`,
    "",
    ...wrap("With Claude Code 1.x, add --ide. Other clients still connect directly to the editor.", columns).map(dim),
    ...wrap("→ is from Claude Code, ← from the editor.", columns).map(dim),
    ...(readsCommands ? wrap("Type help to list commands, quit or Ctrl-C to stop.", columns).map(dim) : []),
    "",
  ];
}
