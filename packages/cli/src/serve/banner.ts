/** The first words of `tandem serve`. */
import type { Endpoint } from "@tandem/server";
import type { Colors } from "../output.js";
import { shownPath } from "../paths.js";
import { quote } from "../shells.js";
import { visibleName } from "../visible.js";
import { wrap } from "../wrap.js";

interface Facts {
  readonly name: string;
  readonly ide: Pick<Endpoint, "port" | "lockFile">;
  readonly folders: readonly string[];
  /** How Claude Code is started so that it comes here. */
  readonly command: string;
  /** Where the page is, or that it is open. */
  readonly page: string;
  readonly takesLines: boolean;
  readonly columns: number;
}

const modes =
  "Edits come here for review only in a mode that asks: that is manual; on older versions it is called default.";

/** The line for another terminal: where the config directory is not the usual one, it must be told. */
export function claudeCommand(configDir: string | undefined): string {
  const where = configDir === undefined ? "" : `CLAUDE_CONFIG_DIR=${quote.sh(configDir)} `;
  return `${where}claude --ide --permission-mode manual`;
}

/** What runs where, and what to do next. */
export function banner(facts: Facts, { bold, cyan, dim }: Colors): string[] {
  const { name, ide, folders, command, page, takesLines, columns } = facts;
  const place = folders.length === 1 ? "that folder" : "one of these folders";
  return [
    `${bold(visibleName(name))} serves Claude Code on port ${bold(String(ide.port))}.`,
    "",
    ...folders.map((folder, index) => `  ${dim(index === 0 ? "Folder   " : "         ")} ${shownPath(folder)}`),
    `  ${dim("Page     ")} ${page}`,
    `  ${dim("Lock file")} ${shownPath(ide.lockFile)}`,
    "",
    `Now start Claude Code in ${place}, in another terminal:`,
    "",
    `  ${cyan(visibleName(command))}`,
    "",
    ...wrap(modes, columns).map(dim),
    ...(takesLines ? wrap("Type help for what you can do here, quit or Ctrl-C to end.", columns).map(dim) : []),
    "",
  ];
}
