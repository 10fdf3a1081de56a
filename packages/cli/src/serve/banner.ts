/** The first output of `tandem serve`. */
import type { Endpoint } from "@tandem-ide/server";
import type { Colors } from "../output.js";
import { shownPath } from "../paths.js";
import { withConfigDir } from "../shells.js";
import { visibleName } from "../visible.js";
import { wrap } from "../wrap.js";

interface Facts {
  readonly name: string;
  readonly endpoint: Pick<Endpoint, "port" | "lockFile">;
  readonly folders: readonly string[];
  /** The command that starts Claude Code, connected to this endpoint. */
  readonly command: string;
  /** A link to the page, or that it's open. */
  readonly page: string;
  readonly readsCommands: boolean;
  readonly columns: number;
}

const modeNote = "You only see reviews in manual permission mode, which older versions call default.";

/** Returns the command line that starts Claude Code in another terminal. */
export function claudeCommand(configDir: string | undefined): string {
  return withConfigDir("claude --ide --permission-mode manual", configDir);
}

/** Says what is running and what to do next. */
export function banner(facts: Facts, { bold, cyan, dim }: Colors): string[] {
  const { name, endpoint, folders, command, page, readsCommands, columns } = facts;
  const which = folders.length === 1 ? "that folder" : "one of these folders";
  return [
    `${bold(visibleName(name))} is listening for Claude Code on port ${bold(String(endpoint.port))}.`,
    "",
    ...folders.map((folder, index) => `  ${dim(index === 0 ? "Folder   " : "         ")} ${shownPath(folder)}`),
    `  ${dim("Page     ")} ${page}`,
    `  ${dim("Lock file")} ${shownPath(endpoint.lockFile)}`,
    "",
    `Now start Claude Code in ${which}, in another terminal:`,
    "",
    `  ${cyan(visibleName(command))}`,
    "",
    ...wrap(modeNote, columns).map(dim),
    ...(readsCommands ? wrap("Type help to list commands, quit or Ctrl-C to stop.", columns).map(dim) : []),
    "",
  ];
}
