/** The pane of a review. */
import type { ReviewPanel } from "@tandem-ide/codemirror";
import type { Review } from "@tandem-ide/server";
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { propertyOf } from "../untyped-values.js";
import type { ReviewPane } from "./review-pane.js";

export const reviewViewType = "tandem-review";
export class ReviewView extends ItemView {
  readonly #find: (id: string) => ReviewPane | undefined;
  readonly #isWindowClosing: (element: HTMLElement) => boolean;
  #pane: ReviewPane | undefined;
  #panel: ReviewPanel | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    find: (id: string) => ReviewPane | undefined,
    isWindowClosing: (element: HTMLElement) => boolean,
  ) {
    super(leaf);
    this.#find = find;
    this.#isWindowClosing = isWindowClosing;
    // Back and forward should skip reviews.
    this.navigation = false;
  }
  override getViewType(): string {
    return reviewViewType;
  }
  override getIcon(): string {
    return "file-diff";
  }
  override getDisplayText(): string {
    return this.#pane ? `Review: ${this.#pane.name}` : "Review";
  }
  get review(): Review | undefined {
    return this.#pane?.review;
  }
  get panel(): ReviewPanel | undefined {
    return this.#panel;
  }
  override getState(): Record<string, unknown> {
    return this.#pane ? { review: this.#pane.review.id } : {};
  }
  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const id = propertyOf(state, "review");
    const pane = typeof id === "string" ? this.#find(id) : undefined;
    // The same review again: keep the panel and its edits.
    if (pane && pane === this.#pane) return;
    if (pane?.claim()) this.#show(pane);
    // A pane from an earlier session or a copy of a tab: it would be empty, or decide the same review twice.
    else this.app.workspace.onLayoutReady(() => this.leaf.detach());
  }
  /** Closing the pane rejects the review. Closing the window decides nothing. */
  protected override async onClose(): Promise<void> {
    this.#panel?.destroy();
    this.#panel = undefined;
    if (this.#isWindowClosing(this.containerEl)) this.#pane?.windowClosed();
    else this.#pane?.closed();
  }
  focusText(): void {
    this.#panel?.focus();
  }
  #show(pane: ReviewPane): void {
    this.#pane = pane;
    this.contentEl.addClass("tandem-review-pane");
    const open = () => {
      this.#panel?.destroy();
      this.#panel = pane.openPanel(this.contentEl);
    };
    open();
    this.registerEvent(
      this.app.workspace.on("css-change", () => this.#panel?.setExtensions(pane.extensions(this.contentEl))),
    );
    // Another window doesn't have the editors' styles, so the panel opens again in the same state.
    this.register(this.contentEl.onWindowMigrated(open));
  }
}
