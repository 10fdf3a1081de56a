/** The keys of the list of changes, as in the file tree. */
import { type ChangeRow, reviewKeys } from "@tandem-ide/codemirror";
import type { App } from "../app-parts.js";
import { keyboardFocus } from "../commands/keyboard-focus.js";
import { matchesKey } from "../commands/keys.js";
import { actionsOf, openRow } from "./change-row-actions.js";
import { openChangeMenu } from "./change-row-menu.js";

const pageRows = 10;

export function handleChangeKey(event: KeyboardEvent, app: App): void {
  if (event.defaultPrevented) return;
  const { changeList } = app;
  const rows = changeList.rows.peek();
  const selected = rows.findIndex((row) => row.key === changeList.selected.peek());
  const at = Math.max(0, selected);
  const row = rows[at];
  if (!row) return;
  const go = (index: number) => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (target) changeList.selected.value = changeList.revealed.value = target.key;
  };
  if (!decide(event, app, row) && !move(event, app, { rows, at, isAnySelected: selected >= 0, go })) return;
  event.preventDefault();
}

function decide(event: KeyboardEvent, app: App, row: ChangeRow): boolean {
  const { isMac } = keyboardFocus();
  const actions = actionsOf(app, row);
  const run = (id: string) => {
    const action = actions.find((each) => each.id === id && each.whyNot === undefined);
    action?.run();
    return action !== undefined;
  };
  if (matchesKey(reviewKeys.acceptHunk, event, isMac)) return run("keep");
  if (matchesKey(reviewKeys.rejectHunk, event, isMac)) return run("undo");
  if (event.key === "Enter" && row.kind === "undone") return run("restore");
  return false;
}

interface Place {
  readonly rows: readonly ChangeRow[];
  readonly at: number;
  readonly isAnySelected: boolean;
  go(index: number): void;
}

function move(event: KeyboardEvent, app: App, { rows, at, isAnySelected, go }: Place): boolean {
  const row = rows[at];
  const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (!row) return false;
  if (isMenuKey) {
    const box = document.getElementById(`change-row-${at}`)?.getBoundingClientRect();
    openChangeMenu(app, row, (box?.left ?? 0) + 32, (box?.bottom ?? 0) - 4);
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const isExpanded = "isExpanded" in row ? row.isExpanded : undefined;
  switch (event.key) {
    case "Enter":
      void openRow(app, row, { preview: false, focus: true });
      return true;
    case " ":
      void openRow(app, row, { preview: true, focus: false });
      return true;
    case "ArrowDown":
      go(isAnySelected ? at + 1 : 0);
      return true;
    case "ArrowUp":
      go(at - 1);
      return true;
    case "PageDown":
      go(at + pageRows);
      return true;
    case "PageUp":
      go(at - pageRows);
      return true;
    case "Home":
      go(0);
      return true;
    case "End":
      go(rows.length - 1);
      return true;
    case "ArrowRight":
      if (isExpanded === false) app.changeList.toggle(row);
      else if (isExpanded) go(at + 1);
      return true;
    case "ArrowLeft":
      if (isExpanded) app.changeList.toggle(row);
      else if (row.level > 1) go(rows.findLastIndex((each, index) => index < at && each.level < row.level));
      return true;
    default:
      return false;
  }
}
