/** Open files: what they hold, whether that is saved, saving and closing them. */

import { toEditorText } from "@tandem/base/text";
import type { DocumentState } from "@tandem/server";
import { type App, MarkdownView, TextFileView } from "obsidian";
import { OutsideView } from "../outside-view.js";
import { propertyOf } from "../unknown-values.js";
import { type FileLeaf, fileLeaves, leavesOf } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
/** The text that a view holds, saved or not; undefined for a picture and the like. */
export function textOf(view: FileLeaf["view"]): string | undefined {
  if (view instanceof OutsideView) return view.text;
  return view instanceof TextFileView ? toEditorText(view.getViewData()) : undefined;
}
/**
 * True while a view holds what is not on the disk: Obsidian saves by itself, two seconds after the last key. What somebody
 * else has written a moment ago makes no view unsaved: then it still holds what Obsidian last read or wrote.
 */
export async function isUnsaved({ vault }: App, view: FileLeaf["view"]): Promise<boolean> {
  // Nothing can be typed into one from outside.
  if (!view || view instanceof OutsideView) return false;
  const text = textOf(view);
  if (text === undefined || !view.file) return false;
  // A canvas or a base gives its own form of what was read, which need not be the file's to the letter; it knows best.
  if (!(view instanceof MarkdownView) && propertyOf(view, "dirty") === false) return false;
  const known = await vault.cachedRead(view.file).catch(() => undefined);
  if (known !== undefined && toEditorText(known) === text) return false;
  const onDisk = await vault.read(view.file).catch(() => undefined);
  return onDisk === undefined || toEditorText(onDisk) !== text;
}
/** The names by which a tab can be closed: what it shows, which has no `.md`, and the file's own. */
function isCalled({ leaf, path }: FileLeaf, label: string): boolean {
  return leaf.getDisplayText() === label || path.split("/").at(-1) === label;
}
export class Documents {
  readonly #app: App;
  readonly #paths: VaultPaths;

  constructor(app: App, paths: VaultPaths) {
    this.#app = app;
    this.#paths = paths;
  }
  async state(path: string): Promise<DocumentState | undefined> {
    const leaves = this.#leavesOf(path);
    if (leaves.length === 0) return undefined;
    const all = await Promise.all(leaves.map(({ view }) => isUnsaved(this.#app, view)));
    return { isDirty: all.includes(true), isUntitled: false };
  }
  async save(path: string): Promise<true | undefined> {
    const leaves = this.#leavesOf(path);
    if (leaves.length === 0) return undefined;
    for (const { view } of leaves)
      if (view instanceof TextFileView && (await isUnsaved(this.#app, view))) await view.save();
    return true;
  }
  async closeTab(label: string): Promise<"closed" | "not found" | "unsaved changes"> {
    const leaves = fileLeaves(this.#app).filter((each) => isCalled(each, label));
    if (leaves.length === 0) return "not found";
    for (const { view } of leaves) if (await isUnsaved(this.#app, view)) return "unsaved changes";
    for (const { leaf } of leaves) leaf.detach();
    return "closed";
  }
  #leavesOf(path: string): readonly FileLeaf[] {
    return leavesOf(this.#app, this.#paths.inVault(path), path);
  }
}
