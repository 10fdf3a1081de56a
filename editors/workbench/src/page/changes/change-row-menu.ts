/** The context menu of the list of changes. */
import type { ChangeRow } from "@tandem-ide/codemirror";
import type { App } from "../app-parts.js";
import type { ContextMenu } from "../core/store.js";
import { actionsOf, openRow } from "./change-row-actions.js";

export function openChangeMenu(app: App, row: ChangeRow, x: number, y: number): void {
  const items = itemsFor(app, row);
  if (items.length === 0) return;
  app.changeList.selected.value = row.key;
  const owner = document.querySelector<HTMLElement>(".change-rows");
  app.store.menu.value = { x, y, label: "Actions for this change", items, owner };
}

function itemsFor(app: App, row: ChangeRow): ContextMenu["items"] {
  const actions = actionsOf(app, row).filter(({ whyNot }) => whyNot === undefined);
  if (row.kind !== "file") return actions;
  const { path, kind } = row.file;
  const openFile = { label: "Open the file", run: () => void app.files.open(path, { preview: false, focus: true }) };
  return [
    { label: "Show changes", keys: "Enter", run: () => void openRow(app, row, { preview: false, focus: true }) },
    ...(kind === "deleted" ? [] : [openFile]),
    ...actions,
    { label: "Copy path", run: () => void app.sharing.copy(path, "path") },
  ];
}
