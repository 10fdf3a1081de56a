/** The elements of the list of changes. Names are set as text, so they are never markup. */
import type { FileChangeKind } from "@tandem-ide/changes/model";
import { displayName } from "@tandem-ide/protocol/schema-free";
import { keyLabel } from "../keys.js";
import { create } from "../review/bar-elements.js";
import { reviewKeys } from "../review/review-keys.js";
import { agentsLabel, type ChangeRow, describeFile, describeTurn, timeLabel } from "./change-rows.js";

/** What a row's buttons and keys do. */
export interface RowActions {
  /** Shows a file, or expands or collapses other rows. */
  readonly open?: () => void;
  readonly keep?: () => void;
  readonly undo?: () => void;
  readonly restore?: () => void;
}

const letters: Readonly<Record<FileChangeKind, string>> = { created: "A", changed: "M", deleted: "D", renamed: "R" };

/** Returns a file's name and its folder, relative to the workspace folder. */
export function splitPath(path: string, folder: string): { readonly name: string; readonly folder: string } {
  const root = folder.replace(/[/\\]+$/, "");
  const isInside = path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);
  const relative = isInside ? path.slice(root.length + 1) : path;
  const at = Math.max(relative.lastIndexOf("/"), relative.lastIndexOf("\\"));
  return { name: displayName(relative.slice(at + 1)), folder: displayName(relative.slice(0, Math.max(at, 0))) };
}

export function rowElement(row: ChangeRow, now: number, actions: RowActions): HTMLElement {
  const element = create("div", `tandem-changes-row tandem-changes-${row.kind}`);
  element.setAttribute("role", "treeitem");
  element.setAttribute("aria-level", String(row.level));
  element.setAttribute("aria-posinset", String(row.position));
  element.setAttribute("aria-setsize", String(row.siblings));
  element.dataset.key = row.key;
  element.tabIndex = -1;
  if ("isExpanded" in row) element.setAttribute("aria-expanded", String(row.isExpanded));
  const { title, parts } = contentOf(row, now);
  element.title = title;
  element.append(...parts);
  const tools = create("span", "tandem-changes-tools");
  const { keep, undo, restore } = actions;
  if (keep) tools.append(button("keep", "Keep", keep, reviewKeys.acceptHunk));
  if (undo) tools.append(button("undo", "Undo", undo, reviewKeys.rejectHunk));
  if (restore) tools.append(button("restore", "Restore", restore));
  element.append(tools);
  return element;
}

interface Content {
  readonly title: string;
  readonly parts: readonly HTMLElement[];
}

function contentOf(row: ChangeRow, now: number): Content {
  switch (row.kind) {
    case "turn": {
      const { startedAt, kind, agents, operation, fileCount } = row.turn;
      const who = kind === "git" ? `git: ${displayName(operation ?? "unknown operation")}` : agentsLabel(agents);
      const parts = [span("when", timeLabel(startedAt, now)), span("who", displayName(who)), ...countsOf(row.turn)];
      return {
        title: displayName(describeTurn(row.turn, now)),
        parts: [twisty(row.isExpanded), ...parts, span("muted", countText(fileCount, "file"))],
      };
    }
    case "folder": {
      const { folder, turn, isExpanded } = row;
      const path = splitPath(folder.path, turn.folder);
      const name = folder.path === turn.folder ? "." : path.name;
      const files = countText(folder.fileCount, "file");
      const parts = [span("name", name), span("where", path.folder), span("muted", files), ...countsOf(folder)];
      return { title: `${displayName(folder.path)}, ${files}`, parts: [twisty(isExpanded), ...parts] };
    }
    case "file": {
      const { file, turn } = row;
      const path = splitPath(file.path, turn.folder);
      const from = file.oldPath === undefined ? "" : ` (was ${displayName(file.oldPath)})`;
      const parts = [span(`letter tandem-changes-${file.kind}`, letters[file.kind]), span("name", path.name)];
      parts.push(span("where", path.folder));
      if (file.whyNotUndoable !== undefined) parts.push(span("note", "can't be undone"));
      else if (file.hasUserEdits) parts.push(span("note", "your edits too"));
      return {
        title: `${displayName(file.path)}${from}: ${describeFile(file)}`,
        parts: [...parts, ...countsOf(file)],
      };
    }
    case "undone-list":
      return {
        title: "Undone changes that you can restore",
        parts: [twisty(row.isExpanded), span("name", "Undone"), span("muted", String(row.count))],
      };
    case "undone": {
      const { at, paths, folder } = row.undone;
      const [first = ""] = paths;
      const more = paths.length > 1 ? ` and ${countText(paths.length - 1, "other file")}` : "";
      const time = timeLabel(at, now);
      const text = `${splitPath(first, folder).name}${more}`;
      const all = paths.slice(0, 10).map(displayName).join(", ");
      return { title: `Undone at ${time}: ${all}`, parts: [span("muted", time), span("name", text)] };
    }
  }
}

function span(name: string, text: string): HTMLElement {
  return create("span", `tandem-changes-${name}`, text);
}

function twisty(isExpanded: boolean): HTMLElement {
  const element = span("twisty", isExpanded ? "▾" : "▸");
  element.ariaHidden = "true";
  return element;
}

function countText(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function countsOf({ added, removed }: { readonly added: number; readonly removed: number }): HTMLElement[] {
  return [
    ...(added > 0 ? [span("added", `+${added.toLocaleString("en")}`)] : []),
    ...(removed > 0 ? [span("removed", `−${removed.toLocaleString("en")}`)] : []),
  ];
}

function button(action: string, label: string, run: () => void, key?: string): HTMLButtonElement {
  const element = create("button", "tandem-changes-button", label);
  element.type = "button";
  element.dataset.tandem = action;
  element.title = key === undefined ? label : `${label} (${keyLabel(key)})`;
  // The keys do the same, and Tab shouldn't stop at hundreds of buttons.
  element.tabIndex = -1;
  // The focus stays where it is.
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    run();
  });
  return element;
}
