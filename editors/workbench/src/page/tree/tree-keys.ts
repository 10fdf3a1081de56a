/** The keys of the tree, as in other editors and in the ARIA tree pattern. */
import type { App } from "../app-parts.js";
import { openTreeMenu } from "./tree-menu.js";
import { parentRow, typeAhead } from "./tree-rows.js";

/** Letters typed in quick succession form a prefix. */
export interface TypeAheadState {
  text: string;
  at: number;
}

const typeAheadMilliseconds = 700;
const pageRows = 15;

export function handleTreeKey(event: KeyboardEvent, app: App, typed: TypeAheadState): void {
  if (event.defaultPrevented) return;
  if (event.key.length > 1) typed.text = "";
  const { tree, files } = app;
  const rows = tree.rows.peek();
  const at = Math.max(
    0,
    rows.findIndex((row) => row.path === tree.selected.peek()),
  );
  const row = rows[at];
  const go = (index: number) => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (target) tree.selected.value = tree.revealed.value = target.path;
  };
  if (!row) return;
  const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (isMenuKey) {
    const box = document.getElementById(`tree-row-${at}`)?.getBoundingClientRect();
    openTreeMenu(app, row, (box?.left ?? 0) + 32, (box?.bottom ?? 0) - 4);
  } else if (event.key === "Enter") {
    if (row.isFolder) tree.toggle(row.path);
    else if (event.ctrlKey || event.metaKey) void files.openToSide(row.path);
    else void files.open(row.path, { preview: false, focus: true });
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === "ArrowDown") go(tree.selected.peek() === undefined ? 0 : at + 1);
  else if (event.key === "ArrowUp") go(at - 1);
  else if (event.key === "PageDown") go(at + pageRows);
  else if (event.key === "PageUp") go(at - pageRows);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(rows.length - 1);
  else if (event.key === "ArrowRight") {
    if (row.isFolder && !row.isExpanded) void tree.expand(row.path);
    else if (row.isFolder) go(at + 1);
  } else if (event.key === "ArrowLeft") {
    if (row.isExpanded) tree.collapse(row.path);
    else if (row.level > 1) go(parentRow(rows, at));
  } else if (event.key === " ") {
    if (row.isFolder) tree.toggle(row.path);
    else void files.open(row.path, { preview: true, focus: false });
  } else if (event.key.length === 1 && event.key !== "?") {
    typed.text = event.timeStamp - typed.at < typeAheadMilliseconds ? typed.text + event.key : event.key;
    typed.at = event.timeStamp;
    const found = typeAhead(rows, at, typed.text);
    if (found >= 0) go(found);
  } else return;
  event.preventDefault();
}
