/** The pane of a review. */
import type { ReviewPanel } from "@tandem/codemirror";
import type { Review } from "@tandem/server";
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { propertyOf } from "../unknown-values.js";
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
    // Back and forward lead through files; a review is none.
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
    // Told the same again, it stays as it is, with what was typed into it.
    if (pane && pane === this.#pane) return;
    if (pane?.take()) this.#show(pane);
    // What is left of another session, or a copy of a tab: an empty pane is of use to nobody, and two would be two answers.
    else this.app.workspace.onLayoutReady(() => this.leaf.detach());
  }
  /** Closing the pane is rejecting; closing the window decides nothing. */
  protected override async onClose(): Promise<void> {
    this.#panel?.destroy();
    this.#panel = undefined;
    if (this.#isWindowClosing(this.containerEl)) this.#pane?.windowClosed();
    else this.#pane?.closed();
  }
  /** Puts the keyboard into the text. */
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
    // In another window the styles of the editors are not there: it is opened anew, as it was.
    this.register(this.contentEl.onWindowMigrated(open));
  }
}
