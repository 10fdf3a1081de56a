/** The first words of `tandem serve`. */
import type { Ide } from "@tandem/server";
import type { Colors } from "../output.js";
import { tilde } from "../paths.js";
import { quote } from "../shells.js";
import { wrap } from "../wrap.js";

interface Facts {
  readonly name: string;
  readonly ide: Pick<Ide, "port" | "lockFile">;
  readonly folders: readonly string[];
  readonly configDir: string | undefined;
  readonly takesLines: boolean;
  readonly columns: number;
}

const modes =
  "Edits come here for review only in a mode that asks: that is manual; on older versions it is called default.";

/** What runs where, and what to do next. */
export function banner(facts: Facts, { bold, cyan, dim }: Colors): string[] {
  const { name, ide, folders, configDir, takesLines, columns } = facts;
  const place = folders.length === 1 ? "that folder" : "one of these folders";
  const command = configDir === undefined ? "claude --ide" : `CLAUDE_CONFIG_DIR=${quote.sh(configDir)} claude --ide`;
  return [
    `${bold(name)} serves Claude Code on port ${bold(String(ide.port))}.`,
    "",
    ...folders.map((folder, index) => `  ${dim(index === 0 ? "Folder   " : "         ")} ${tilde(folder)}`),
    `  ${dim("Lock file")} ${tilde(ide.lockFile)}`,
    "",
    `Now start Claude Code in ${place}, in another terminal:`,
    "",
    `  ${cyan(`${command} --permission-mode manual`)}`,
    "",
    ...wrap(modes, columns).map(dim),
    ...(takesLines ? wrap("Type help for what you can do here, quit or Ctrl-C to end.", columns).map(dim) : []),
    "",
  ];
}
