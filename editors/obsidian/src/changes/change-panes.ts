/** The panes of changes: the list in a sidebar, and one tab for the change of a file. */

import type { ShownChanges } from "@tandem-ide/changes/remote";
import { type ChangePrompts, fileAfter, type ReviewLayout } from "@tandem-ide/codemirror";
import { type App, Notice, type WorkspaceLeaf } from "obsidian";
import { showNoticeWithButton } from "../interface/notices.js";
import { ChangeListView, changeListViewType } from "./change-list-view.js";
import { ChangeView, changeViewType } from "./change-view.js";
import { confirmInModal } from "./confirm-modal.js";

/** How long a notice with a button stays, in ms. */
const noticeMs = 10_000;

export interface ChangePanesOptions {
  readonly app: App;
  readonly changes: ShownChanges;
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
}

export class ChangePanes {
  readonly prompts: ChangePrompts;
  readonly #options: ChangePanesOptions;

  constructor(options: ChangePanesOptions) {
    this.#options = options;
    this.prompts = {
      ask: (question) => confirmInModal(options.app, question),
      tell(message, restore) {
        if (restore) showNoticeWithButton(message, "Restore", restore, noticeMs);
        else void new Notice(message);
      },
    };
  }

  createList(leaf: WorkspaceLeaf): ChangeListView {
    const { changes } = this.#options;
    return new ChangeListView(leaf, {
      changes,
      prompts: this.prompts,
      open: (turn, path) => void this.open(turn, path),
    });
  }

  createChange(leaf: WorkspaceLeaf): ChangeView {
    const { changes, layout, layoutChanged } = this.#options;
    return new ChangeView(leaf, {
      changes,
      prompts: this.prompts,
      layout,
      onLayoutChanged: layoutChanged,
      onGone: (view) => void this.#showNext(view),
    });
  }

  /** The active change. */
  get current(): ChangeView | undefined {
    return this.#options.app.workspace.getActiveViewOfType(ChangeView) ?? undefined;
  }

  /** Adds the list to the right sidebar, without opening the sidebar or taking the focus. */
  async addList(): Promise<void> {
    const { workspace } = this.#options.app;
    if (workspace.getLeavesOfType(changeListViewType).length > 0) return;
    await workspace.ensureSideLeaf(changeListViewType, "right", { active: false, reveal: false });
  }

  /** Opens the list and gives it the focus. */
  async showList(): Promise<void> {
    const { workspace } = this.#options.app;
    const leaf = await workspace.ensureSideLeaf(changeListViewType, "right", { active: true, reveal: true });
    await leaf.loadIfDeferred();
    if (leaf.view instanceof ChangeListView) leaf.view.focusList();
  }

  /** Shows a file's change in the tab of changes, or in a new one. */
  async open(turn: string, path: string): Promise<void> {
    const { workspace } = this.#options.app;
    const [open] = workspace.getLeavesOfType(changeViewType);
    const leaf = open ?? workspace.getLeaf("tab");
    await leaf.setViewState({ type: changeViewType, state: { turn, path }, active: true });
    await leaf.loadIfDeferred();
    await workspace.revealLeaf(leaf);
    workspace.setActiveLeaf(leaf, { focus: true });
    this.#setShown(turn, path);
    if (!(leaf.view instanceof ChangeView)) return;
    const { panel } = leaf.view;
    await panel?.shown;
    panel?.focus();
  }

  /** Shows the next file in the same pane, or closes the pane after the last one. */
  async #showNext({ leaf, turn, path, containerEl }: ChangeView): Promise<void> {
    const next = fileAfter(this.#options.changes.list, { turn, path });
    const hadFocus = containerEl.contains(activeDocument.activeElement);
    if (!next) {
      this.#setShown(undefined);
      leaf.detach();
      return;
    }
    await leaf.setViewState({ type: changeViewType, state: { ...next }, active: false });
    this.#setShown(next.turn, next.path);
    if (!hadFocus || !(leaf.view instanceof ChangeView)) return;
    await leaf.view.panel?.shown;
    leaf.view.panel?.focus();
  }

  #setShown(turn: string | undefined, path?: string): void {
    for (const { view } of this.#options.app.workspace.getLeavesOfType(changeListViewType))
      if (view instanceof ChangeListView) view.setShown(turn, path);
  }
}
