/** The tabs and panes that show files. */
import { type App, FileView, type WorkspaceLeaf } from "obsidian";
import { OutsideView, outsideViewType } from "../outside-view.js";

export interface FileLeaf {
  readonly leaf: WorkspaceLeaf;
  /** Relative to the vault; absolute for a file outside it or a hidden one. */
  readonly path: string;
  /** Undefined for a deferred background tab. */
  readonly view: FileView | OutsideView | undefined;
}

/** Views about a file that don't show the file itself. */
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

/** Returns all leaves that show a file, in all windows, but not in sidebars. */
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

/** Returns the active file, even while a sidebar has the focus. */
export function frontFile({ workspace }: App): FileLeaf | undefined {
  const leaf = workspace.getMostRecentLeaf();
  return leaf ? describe(leaf) : undefined;
}

/** Returns the leaves of a file, the active one first. Takes its vault path or, for one outside, its absolute path. */
export function leavesOf(app: App, ...names: readonly (string | undefined)[]): readonly FileLeaf[] {
  const front = app.workspace.getMostRecentLeaf();
  return fileLeaves(app)
    .filter(({ path }) => names.includes(path))
    .sort((a, b) => Number(b.leaf === front) - Number(a.leaf === front));
}
