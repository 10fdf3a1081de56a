/** Open files: their text and unsaved changes, saving and closing. */
import { toEditorText } from "@tandem-ide/base/text";
import type { DocumentState } from "@tandem-ide/server";
import { type App, MarkdownView, TextFileView } from "obsidian";
import { OutsideView } from "../outside-view.js";
import { propertyOf } from "../untyped-values.js";
import { type FileLeaf, fileLeaves, leavesOf } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";

/** Returns a view's text, saved or not, or undefined for images and the like. */
export function textOf(view: FileLeaf["view"]): string | undefined {
  if (view instanceof OutsideView) return view.text;
  return view instanceof TextFileView ? toEditorText(view.getViewData()) : undefined;
}

/**
 * Whether a view has unsaved text: Obsidian saves two seconds after the last key press. A file that another program has
 * just written doesn't count: the view still has the text that Obsidian last read or wrote.
 */
export async function isUnsaved({ vault }: App, view: FileLeaf["view"]): Promise<boolean> {
  // Read-only.
  if (!view || view instanceof OutsideView) return false;
  const text = textOf(view);
  if (text === undefined || !view.file) return false;
  // A canvas or base may format its data differently from the file, so its own flag decides.
  if (!(view instanceof MarkdownView) && propertyOf(view, "dirty") === false) return false;
  const known = await vault.cachedRead(view.file).catch(() => undefined);
  if (known !== undefined && toEditorText(known) === text) return false;
  const onDisk = await vault.read(view.file).catch(() => undefined);
  return onDisk === undefined || toEditorText(onDisk) !== text;
}

/** Whether a label is the tab's title, which has no `.md`, or the file's name. */
function hasLabel({ leaf, path }: FileLeaf, label: string): boolean {
  return leaf.getDisplayText() === label || path.split("/").at(-1) === label;
}
export async function documentState(app: App, paths: VaultPaths, path: string): Promise<DocumentState | undefined> {
  const leaves = leavesOf(app, paths.inVault(path), path);
  if (leaves.length === 0) return undefined;
  const all = await Promise.all(leaves.map(({ view }) => isUnsaved(app, view)));
  return { isDirty: all.includes(true), isUntitled: false };
}

export async function saveDocument(app: App, paths: VaultPaths, path: string): Promise<true | undefined> {
  const leaves = leavesOf(app, paths.inVault(path), path);
  if (leaves.length === 0) return undefined;
  for (const { view } of leaves) if (view instanceof TextFileView && (await isUnsaved(app, view))) await view.save();
  return true;
}

export async function closeTab(app: App, label: string): Promise<"closed" | "not found" | "unsaved changes"> {
  const leaves = fileLeaves(app).filter((each) => hasLabel(each, label));
  if (leaves.length === 0) return "not found";
  for (const { view } of leaves) if (await isUnsaved(app, view)) return "unsaved changes";
  for (const { leaf } of leaves) leaf.detach();
  return "closed";
}
