/** Opens a file in a suitable view and selects text in it. */
import type { TextRange } from "@tandem-ide/base";
import type { OpenedFile, OpenFileRequest } from "@tandem-ide/server";
import { readTextFile } from "@tandem-ide/server/files";
import { type App, FileView, MarkdownView, type TFile, type WorkspaceLeaf } from "obsidian";
import { OutsideView, outsideViewType, readOutside } from "../outside-view.js";
import { PlainTextView, plainTextViewType } from "../plain-text-view.js";
import { findFile } from "../vault/find-file.js";
import { type FileLeaf, leavesOf } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { viewTypeOf } from "../vault/view-types.js";
import { textOf } from "./documents.js";
import { languageOf } from "./language.js";

/** The largest text file that is shown without a view of Obsidian. */
const maxBytes = 10 * 1024 * 1024;

/** Opens a file in a new tab, as plain text if Obsidian has no view for its type. */
async function openNew(app: App, file: TFile, path: string, active: boolean): Promise<WorkspaceLeaf> {
  if (viewTypeOf(app, file.extension) !== undefined) {
    const leaf = app.workspace.getLeaf("tab");
    await leaf.openFile(file, { active });
    return leaf;
  }
  const read = await readTextFile(path, maxBytes);
  if (read.kind !== "text") throw new Error(`Obsidian can't show this type of file, and it isn't text: ${path}`);
  const leaf = app.workspace.getLeaf("tab");
  await leaf.setViewState({ type: plainTextViewType, state: { file: file.path }, active });
  return leaf;
}

/** Opens a file that isn't part of the vault, or updates its tab. */
async function openOutside(app: App, open: WorkspaceLeaf | undefined, path: string): Promise<WorkspaceLeaf> {
  const text = await readOutside(path);
  if (open?.view instanceof OutsideView) open.view.show(text);
  if (open) return open;
  const leaf = app.workspace.getLeaf("tab");
  await leaf.setViewState({ type: outsideViewType, state: { path }, active: false });
  return leaf;
}

function select(view: FileLeaf["view"], { start, end }: TextRange): void {
  if (view instanceof PlainTextView || view instanceof OutsideView) {
    view.select({ start, end });
  } else if (view instanceof MarkdownView) {
    const [from, to] = [
      { line: start.line, ch: start.character },
      { line: end.line, ch: end.character },
    ];
    view.editor.setSelection(from, to);
    if (view.getMode() === "source") view.editor.scrollIntoView({ from, to }, true);
    // A rendered note can't have a selection, but it can scroll to the line.
    else view.currentMode.applyScroll(start.line);
  }
}

export async function openFile(
  app: App,
  paths: VaultPaths,
  { path, takeFocus, locate }: OpenFileRequest,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const file = await findFile(app, paths, path, signal);
  const [open] = leavesOf(app, paths.inVault(path), path);
  const leaf = file
    ? (open?.leaf ?? (await openNew(app, file, path, takeFocus)))
    : await openOutside(app, open?.leaf, path);
  await leaf.loadIfDeferred();
  if (takeFocus) {
    await app.workspace.revealLeaf(leaf);
    app.workspace.setActiveLeaf(leaf, { focus: true });
  }
  const view = leaf.view instanceof FileView || leaf.view instanceof OutsideView ? leaf.view : undefined;
  const text = textOf(view);
  const range = text === undefined ? undefined : locate?.(text);
  if (view && range) select(view, range);
  return { languageId: languageOf(path), lineCount: (text ?? "").split("\n").length };
}
