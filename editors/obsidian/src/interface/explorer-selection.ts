/** The selection in the file explorer. Obsidian has no API for it, so each property is checked. */
import { type App, TAbstractFile, View, type WorkspaceLeaf } from "obsidian";
import { propertyOf } from "../untyped-values.js";

function fileOf(item: unknown): TAbstractFile | undefined {
  const file = propertyOf(item, "file");
  return file instanceof TAbstractFile ? file : undefined;
}

function selectedIn(leaf: WorkspaceLeaf): readonly TAbstractFile[] {
  const tree = propertyOf(leaf.view, "tree");
  const selected = propertyOf(tree, "selectedDoms");
  const files = selected instanceof Set ? [...selected].flatMap((item) => fileOf(item) ?? []) : [];
  if (files.length > 0) return files;
  const one = fileOf(propertyOf(tree, "focusedItem")) ?? fileOf(propertyOf(tree, "activeDom"));
  return one ? [one] : [];
}

/** Returns the selected files if the file explorer has the focus. */
export function explorerSelection({ workspace }: App): readonly TAbstractFile[] | undefined {
  const active = workspace.getActiveViewOfType(View);
  for (const leaf of workspace.getLeavesOfType("file-explorer")) {
    const hasFocus = active === leaf.view || leaf.view.containerEl.contains(activeDocument.activeElement);
    const files = hasFocus ? selectedIn(leaf) : [];
    if (files.length > 0) return files;
  }
  return undefined;
}
