/// <reference lib="dom" />
/** The page of pane.test.ts: notes in real editors with the plugin's extension, and its reviews in panes. */
import { history } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { DiffDecision } from "@tandem-ide/base/review";
import type { OpenChange } from "@tandem-ide/changes/model";
import { type ListedChanges, noChanges, showChanges } from "@tandem-ide/changes/remote";
import type { EditorSelection } from "@tandem-ide/server";
import type { App as ObsidianApp, WorkspaceLeaf } from "obsidian";
import { changeListViewType } from "../../../editors/obsidian/src/changes/change-list-view.js";
import { ChangePanes } from "../../../editors/obsidian/src/changes/change-panes.js";
import { changeViewType } from "../../../editors/obsidian/src/changes/change-view.js";
import { currentSelection, selectionExtension } from "../../../editors/obsidian/src/editor/selection.js";
import { ClosingWindows } from "../../../editors/obsidian/src/reviews/closing-windows.js";
import { reviewViewType } from "../../../editors/obsidian/src/reviews/review-view.js";
import { Reviews } from "../../../editors/obsidian/src/reviews/reviews.js";
import { VaultPaths } from "../../../editors/obsidian/src/vault/vault-paths.js";
import { FakeClock } from "../../../packages/base/src/testing/fake-clock.js";
import { PendingReview } from "../../../packages/server/src/hub/reviews/review.js";
import { App, editorInfoField, extendWindow, type Leaf, MarkdownView, type View } from "./stand-in-obsidian.js";

export interface PageProposal {
  readonly id: string;
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly hasUnsavedChanges?: boolean;
  readonly acceptedForm?: "text" | "non-empty text";
}

export interface ObsidianPage {
  /** Opens a note in a new active tab. */
  openNote(path: string, text: string): void;
  setMode(mode: "source" | "preview", scroll: number): void;
  /** The reported selections, and the current one. */
  readonly received: EditorSelection[];
  current(): EditorSelection | undefined;
  setPlacement(placement: "tab" | "split"): void;
  propose(proposal: PageProposal): void;
  withdraw(id: string): void;
  readonly decisions: Record<string, DiffDecision>;
  /** Messages with their actions, and texts that were offered. */
  readonly notices: Map<string, () => void>;
  advance(ms: number): void;
  readonly offered: string[];
  /** Shows the list of changes, one of which can be opened. */
  showChanges(list: ListedChanges, change: OpenChange): Promise<void>;
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
/** Passes the stand-in to the plugin's code as Obsidian. */
const asObsidian = <T>(value: unknown): T => value as T;
const obsidianApp = asObsidian<ObsidianApp>(app);
const paths = new VaultPaths("/vault");
const clock = new FakeClock();
const received: EditorSelection[] = [];
const pending = new Map<string, PendingReview>();
const problems: string[] = [];
let placement: "tab" | "split" = "tab";

const page: ObsidianPage = {
  received,
  decisions: {},
  notices: new Map(),
  advance: (ms) => clock.advance(ms),
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
          selectionExtension(obsidianApp, paths, (selection) => received.push(selection)),
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
    // Obsidian renders Markdown here. Plain paragraphs are enough for the tests.
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
  propose({ id, path, oldText, newText, hasUnsavedChanges = false, acceptedForm = "text" }) {
    const client = { id: "1", name: "claude-code", version: "2.1.0" };
    const rest = { tabName: id, oldPath: path, isNewFile: false, client };
    const proposal = { id, path, oldText, newText, hasUnsavedChanges, ...rest };
    const review = new PendingReview(proposal, acceptedForm, () => {});
    pending.set(id, review);
    reviews
      .review(review)
      .then((decision) => {
        page.decisions[id] = decision;
      })
      .catch((error) => problems.push(String(error)));
  },
  withdraw: (id) => pending.get(id)?.end({ accepted: false }, "withdrawn"),
  async showChanges(list, change) {
    const changes = { ...showChanges(noChanges, "/"), list, open: async () => change };
    const panes = new ChangePanes({
      app: obsidianApp,
      changes,
      layout: () => "side-by-side",
      layoutChanged: () => {},
    });
    const { creators } = app.workspace;
    creators.set(changeListViewType, (leaf) => asObsidian<View>(panes.createList(asObsidian<WorkspaceLeaf>(leaf))));
    creators.set(changeViewType, (leaf) => asObsidian<View>(panes.createChange(asObsidian<WorkspaceLeaf>(leaf))));
    await panes.showList();
  },
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
  isHidden: () => false,
  opensNext: () => true,
  notify: (message, _label, run) => {
    page.notices.set(message, run);
    return () => void page.notices.delete(message);
  },
  tell: (message) => void page.notices.set(message, () => {}),
  clock,
  watchOutdated: () => () => {},
  ended: () => {},
  withdrawn: (_name, text) => page.offered.push(text),
  changed: () => {},
  closingWindows: new ClosingWindows(),
});
app.workspace.creators.set(reviewViewType, (leaf: Leaf) =>
  asObsidian<View>(reviews.createView(asObsidian<WorkspaceLeaf>(leaf))),
);
window.obsidianPage = page;
window.addEventListener("error", (event) => problems.push(event.message));
