/// <reference lib="dom" />
/** The page of pane.test.ts: notes in real editors with the plugin's binding, and its reviews in panes. */
import { history } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { DiffDecision } from "@tandem/base/review";
import type { EditorSelection } from "@tandem/server";
import type { App as ObsidianApp, WorkspaceLeaf } from "obsidian";
import { currentSelection, selectionExtension } from "../../../editors/obsidian/src/editor/selection.js";
import { ClosingWindows } from "../../../editors/obsidian/src/reviews/closing-windows.js";
import { reviewViewType } from "../../../editors/obsidian/src/reviews/review-view.js";
import { Reviews } from "../../../editors/obsidian/src/reviews/reviews.js";
import { VaultPaths } from "../../../editors/obsidian/src/vault/vault-paths.js";
import { PendingReview } from "../../../packages/server/src/hub/reviews/review.js";
import { App, editorInfoField, extendWindow, type Leaf, MarkdownView, type View } from "./stand-in-obsidian.js";

export interface PageProposal {
  readonly id: string;
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly hasUnsavedChanges?: boolean;
}

export interface ObsidianPage {
  /** Opens a note beside the others, in front. */
  openNote(path: string, text: string): void;
  setMode(mode: "source" | "preview", scroll: number): void;
  /** What the binding told, and what a question would be answered. */
  readonly told: EditorSelection[];
  current(): EditorSelection | undefined;
  setPlacement(placement: "tab" | "split"): void;
  propose(proposal: PageProposal): void;
  withdraw(id: string): void;
  readonly decisions: Record<string, DiffDecision>;
  /** Reviews that wait behind what is typed into, and texts that were offered back. */
  readonly waiting: string[];
  readonly offered: string[];
  setDark(isDark: boolean): void;
  readonly problems: string[];
}

declare global {
  interface Window {
    obsidianPage: ObsidianPage;
  }
}

extendWindow();
const root = document.querySelector<HTMLElement>("main") ?? document.body;
const app = new App(root);
/** The plugin's code knows Obsidian by its types; here it gets the stand-in, which has what it uses. */
const asObsidian = <T>(value: unknown): T => value as T;
const obsidianApp = asObsidian<ObsidianApp>(app);
const paths = new VaultPaths("/vault");
const told: EditorSelection[] = [];
const pending = new Map<string, PendingReview>();
const problems: string[] = [];
let placement: "tab" | "split" = "tab";

const page: ObsidianPage = {
  told,
  decisions: {},
  waiting: [],
  offered: [],
  problems,
  openNote(path, text) {
    const leaf = app.workspace.getLeaf("tab");
    const view = new MarkdownView(leaf);
    view.file = { path, name: path.split("/").at(-1) ?? path };
    view.cm = new EditorView({
      parent: view.contentEl,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          editorInfoField.init(() => view),
          selectionExtension(obsidianApp, paths, (selection) => told.push(selection)),
        ],
      }),
    });
    leaf.show(view);
    app.workspace.setActiveLeaf(leaf, { focus: true });
  },
  setMode(mode, scroll) {
    const view = app.workspace.getMostRecentLeaf()?.view;
    if (!(view instanceof MarkdownView)) throw new Error("No note is in front.");
    view.mode = mode;
    view.scroll = scroll;
    // What Obsidian shows then has no marks of the source; plain paragraphs will do.
    const shown = document.createElement("div");
    shown.className = "markdown-preview-view";
    shown.append(
      ...view
        .getViewData()
        .split("\n")
        .map((line) => Object.assign(document.createElement("p"), { textContent: line.replace(/[#*[\]]/g, "") })),
    );
    if (view.cm) view.cm.dom.hidden = mode === "preview";
    if (mode === "preview") view.contentEl.append(shown);
  },
  current: () => currentSelection(obsidianApp, paths),
  setPlacement(where) {
    placement = where;
  },
  propose({ id, path, oldText, newText, hasUnsavedChanges = false }) {
    const client = { id: "1", name: "claude-code", version: "2.1.0" };
    const rest = { tabName: id, oldPath: path, isNewFile: false, client };
    const proposal = { id, path, oldText, newText, hasUnsavedChanges, ...rest };
    const review = new PendingReview(proposal, "text", () => {});
    pending.set(id, review);
    reviews
      .review(review)
      .then((decision) => {
        page.decisions[id] = decision;
      })
      .catch((error) => problems.push(String(error)));
  },
  withdraw: (id) => pending.get(id)?.end({ accepted: false }, "withdrawn"),
  setDark(isDark) {
    document.body.className = isDark ? "theme-dark" : "theme-light";
    app.workspace.trigger("css-change");
  },
};

const reviews = new Reviews({
  app: obsidianApp,
  placement: () => placement,
  layout: () => "side-by-side",
  layoutChanged: () => {},
  waits: (review) => {
    page.waiting.push(review.name);
    return () => {};
  },
  withdrawn: (_name, text) => page.offered.push(text),
  changed: () => {},
  closingWindows: new ClosingWindows(),
});
app.workspace.creators.set(reviewViewType, (leaf: Leaf) =>
  asObsidian<View>(reviews.createView(asObsidian<WorkspaceLeaf>(leaf))),
);
window.obsidianPage = page;
window.addEventListener("error", (event) => problems.push(event.message));
