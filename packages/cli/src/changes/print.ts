/** Prints the list of changes. */
import { dirname, relative } from "node:path";
import type { ChangeList, FileChange, Turn } from "@tandem-ide/changes";
import type { Output } from "../output.js";
import { type Cell, formatTable } from "../table.js";
import { visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";

/** Longer lists are grouped by folder. */
const maxFiles = 500;

function headingOf({ kind, operation, agents, startedAt }: Turn, number: number): string {
  const when = new Date(startedAt).toLocaleString();
  if (kind === "git") return `${number}. git: ${visibleLine(operation ?? "")}, ${when}`;
  const who = agents.map((name) => visibleLine(name)).join(", ");
  return `${number}. Changed outside your editors while ${who || "an agent"} was connected, since ${when}`;
}

function rowOf(file: FileChange, folder: string): Cell[] {
  const path = visibleLine(relative(folder, file.path));
  const old = file.oldPath === undefined ? "" : `${visibleLine(relative(folder, file.oldPath))} → `;
  const counts = file.isOpaque ? "" : `+${file.added} −${file.removed}`;
  const note = file.whyNotUndoable
    ? ` (${file.whyNotUndoable})`
    : file.hasUserEdits
      ? " (you edited the same lines)"
      : "";
  return [{ text: `   ${file.kind}` }, { text: counts }, { text: old + path + note }];
}

function rowsOf({ files, folder }: Turn): Cell[][] {
  if (files.length <= maxFiles) return files.map((file) => rowOf(file, folder));
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const directory = relative(folder, dirname(path)) || ".";
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  }
  return [...counts].map(([directory, count]) => [
    { text: `   ${count} ${count === 1 ? "file" : "files"}` },
    { text: "" },
    { text: visibleLine(directory) },
  ]);
}

export function printList({ turns, undone }: ChangeList, folder: string, out: Output): void {
  if (turns.length === 0) out.line("There are no changes to review.");
  for (const [index, turn] of turns.entries()) {
    for (const line of wrap(headingOf(turn, index + 1), out.columns)) out.line(out.colors.bold(line));
    const columns = [{ title: "" }, { title: "" }, { title: "", cut: "start" as const }];
    for (const line of formatTable(columns, rowsOf(turn), out.columns).slice(1)) out.line(line);
    out.line();
  }
  if (undone.length === 0) return;
  out.line(out.colors.bold("Undone"));
  for (const [index, { at, paths }] of undone.entries()) {
    const names = paths.map((path) => visibleLine(relative(folder, path)));
    const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
    out.line(`   ${index + 1}. ${new Date(at).toLocaleString()}  ${shown}`);
  }
  out.line("Restore one with: tandem changes restore <number>");
}
