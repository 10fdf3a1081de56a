/** The first words of `tandem inspect`. */
import type { FoundEditor } from "@tandem/client";
import type { Inspector } from "@tandem/inspector";
import type { Output } from "../output.js";
import { shownPath } from "../paths.js";
import { quote } from "../shells.js";
import { visibleLine, visibleName } from "../visible.js";
import { wrap } from "../wrap.js";

interface Facts {
  readonly editor: FoundEditor;
  readonly inspector: Inspector;
  readonly record: string | undefined;
  readonly page: string | undefined;
  readonly configDir: string | undefined;
  readonly takesLines: boolean;
  /** The client is started by us, here. */
  readonly startsClient: boolean;
}

/** What stands where, and what to do next. */
export function banner(facts: Facts, { columns, colors }: Output): string[] {
  const { editor, inspector, record, page, configDir, takesLines, startsClient } = facts;
  const { bold, cyan, dim } = colors;
  const folders = (editor.lock?.workspaceFolders ?? []).map((folder) => shownPath(visibleLine(folder)));
  const where = configDir === undefined ? "" : `CLAUDE_CONFIG_DIR=${quote.sh(configDir)} `;
  const lines = [
    `${bold(visibleLine(editor.name, 40))} on port ${editor.port} is inspected on port ${bold(String(inspector.port))}.`,
    "",
    `  ${dim("Folder   ")} ${folders.join(", ") || "none"}`,
    ...(page === undefined ? [] : [`  ${dim("Page     ")} ${page}`]),
    ...(record === undefined ? [] : [`  ${dim("Recording")} ${shownPath(record)}`]),
    "",
  ];
  if (startsClient) return lines;
  return [
    ...lines,
    "Now start Claude Code in another terminal, in that folder:",
    "",
    `  ${cyan(visibleName(`${where}CLAUDE_CODE_SSE_PORT=${inspector.port} claude`))}`,
    "",
    ...wrap("With Claude Code 1.x add --ide. Other clients still find the editor itself.", columns).map(dim),
    ...wrap("→ is from Claude Code, ← from the editor.", columns).map(dim),
    ...(takesLines ? wrap("Type help for what you can do here, quit or Ctrl-C to end.", columns).map(dim) : []),
    "",
  ];
}
