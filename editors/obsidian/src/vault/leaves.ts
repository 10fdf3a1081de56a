/** The tabs and panes that show files. */
import { type App, FileView, type WorkspaceLeaf } from "obsidian";
import { OutsideView, outsideViewType } from "../outside-view.js";

/** A leaf with a file. */
export interface FileLeaf {
  readonly leaf: WorkspaceLeaf;
  /** In the vault; absolute for a file outside of it, and for a hidden one. */
  readonly path: string;
  /** Undefined while Obsidian has not loaded what a tab in the background shows. */
  readonly view: FileView | OutsideView | undefined;
}

/** Views about a file, which are not that file. */
const companions = new Set(["backlink", "outgoing-link", "outline", "localgraph", "file-properties", "footnotes"]);

function describe(leaf: WorkspaceLeaf): FileLeaf | undefined {
  const { type, state } = leaf.getViewState();
  if (companions.has(type)) return undefined;
  const { view } = leaf;
  if (view instanceof OutsideView) return { leaf, path: view.path, view };
  if (view instanceof FileView) return view.file ? { leaf, path: view.file.path, view } : undefined;
  const file = leaf.isDeferred ? state?.[type === outsideViewType ? "path" : "file"] : undefined;
  return typeof file === "string" ? { leaf, path: file, view: undefined } : undefined;
}

/** Every leaf that shows a file, in the window and in those that popped out, but not in the sidebars. */
export function fileLeaves({ workspace }: App): readonly FileLeaf[] {
  const found: FileLeaf[] = [];
  workspace.iterateAllLeaves((leaf) => {
    const root = leaf.getRoot();
    if (root === workspace.leftSplit || root === workspace.rightSplit) return;
    const described = describe(leaf);
    if (described) found.push(described);
  });
  return found;
}

/** The file in front: also while the keyboard is in a sidebar. Undefined when something else than a file is there. */
export function frontFile({ workspace }: App): FileLeaf | undefined {
  const leaf = workspace.getMostRecentLeaf();
  return leaf ? describe(leaf) : undefined;
}

/** The leaves of one file by its path in the vault or, for one outside, by its absolute path; the one in front first. */
export function leavesOf(app: App, ...names: readonly (string | undefined)[]): readonly FileLeaf[] {
  const front = app.workspace.getMostRecentLeaf();
  return fileLeaves(app)
    .filter(({ path }) => names.includes(path))
    .sort((a, b) => Number(b.leaf === front) - Number(a.leaf === front));
}
