/** The context menu of the tree. */
import type { App } from "../app-parts.js";
import { folderOf } from "../core/paths.js";
import type { ContextMenu } from "../core/store.js";
import type { TreeRow } from "./tree-rows.js";

export function openTreeMenu(app: App, row: TreeRow, x: number, y: number): void {
  const { store, tree } = app;
  tree.selected.value = row.path;
  const owner = document.querySelector<HTMLElement>(".tree");
  store.menu.value = { x, y, label: `Actions for ${row.name}`, items: itemsFor(app, row), owner };
}

function itemsFor({ store, files, sharing }: App, row: TreeRow): ContextMenu["items"] {
  const separator = store.model.peek()?.separator ?? "/";
  const open = [
    { label: "Open", keys: "Enter", run: () => void files.open(row.path, { preview: false, focus: true }) },
    { label: "Open to the side", keys: "Mod-Enter", run: () => void files.openToSide(row.path) },
  ];
  const newFile = {
    label: "New file…",
    run: () => {
      store.dialog.value = { kind: "new-file", folder: row.isFolder ? row.path : folderOf(row.path, separator) };
    },
  };
  const hide = { label: "Hide from Claude", run: () => void sharing.hide(row.path) };
  const remove = { label: "Remove folder from workspace", run: () => void files.removeFolder(row.path) };
  return [
    ...(row.isFolder ? [] : open),
    { label: "Mention in Claude", run: () => void sharing.mention(row.path) },
    ...(row.hidden === undefined && !row.isRoot ? [hide] : []),
    { label: "Copy path", run: () => void sharing.copy(row.path, "path") },
    newFile,
    ...(row.isRoot ? [remove] : []),
  ];
}
