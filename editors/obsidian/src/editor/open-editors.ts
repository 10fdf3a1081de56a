/** Lists the open tabs for the endpoint. */
import type { TextRange } from "@tandem-ide/base";
import type { OpenEditor } from "@tandem-ide/server";
import { type App, MarkdownView } from "obsidian";
import { OutsideView } from "../outside-view.js";
import { PlainTextView } from "../plain-text-view.js";
import { type FileLeaf, fileLeaves } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { isUnsaved, textOf } from "./documents.js";
import { languageOf } from "./language.js";
import { editorSelection } from "./selection.js";

function rangeIn({ view }: FileLeaf): TextRange | undefined {
  if (view instanceof PlainTextView || view instanceof OutsideView) return view.selection.range;
  return view instanceof MarkdownView && view.getMode() === "source" ? editorSelection(view.editor).range : undefined;
}

/** Counts the lines of a tab. For a deferred tab, counts the lines of its file without loading the tab. */
async function linesOf({ vault }: App, { view, path }: FileLeaf): Promise<number> {
  const file = vault.getFileByPath(path);
  const isText = view === undefined && file?.extension === "md";
  const text = textOf(view) ?? (isText ? await vault.cachedRead(file).catch(() => "") : "");
  return text.split(/\r\n|\n|\r/).length;
}

/** Returns each open file once, as the active tab or else the first one shows it. */
export async function openEditors(app: App, paths: VaultPaths): Promise<readonly OpenEditor[]> {
  const front = app.workspace.getMostRecentLeaf();
  const leaves = fileLeaves(app);
  const groups = [...new Set(leaves.map(({ leaf }) => leaf.parent))];
  const byFile = new Map<string, FileLeaf>();
  for (const each of leaves) if (each.leaf === front || !byFile.has(each.path)) byFile.set(each.path, each);
  return await Promise.all(
    [...byFile.values()].map(async (each) => {
      const { leaf, path, view } = each;
      const selection = rangeIn(each);
      return {
        path: paths.absolute(path),
        isActive: leaf === front,
        isDirty: await isUnsaved(app, view),
        label: leaf.getDisplayText() || path,
        languageId: languageOf(path),
        lineCount: await linesOf(app, each),
        isPinned: leaf.getViewState().pinned === true,
        groupIndex: groups.indexOf(leaf.parent),
        isGroupActive: front !== null && leaf.parent === front.parent,
        ...(selection && { selection }),
      };
    }),
  );
}
