/** The pane of a review. */
import type { ReviewPanel } from "@tandem/codemirror";
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { propertyOf } from "../unknown-values.js";
import type { Review } from "./review.js";

export const reviewViewType = "tandem-review";
export class ReviewView extends ItemView {
  readonly #find: (id: string) => Review | undefined;
  readonly #isWindowClosing: (element: HTMLElement) => boolean;
  #review: Review | undefined;
  #panel: ReviewPanel | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    find: (id: string) => Review | undefined,
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
    return this.#review ? `Review: ${this.#review.name}` : "Review";
  }
  get review(): Review | undefined {
    return this.#review;
  }
  get panel(): ReviewPanel | undefined {
    return this.#panel;
  }
  override getState(): Record<string, unknown> {
    return this.#review ? { review: this.#review.id } : {};
  }
  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const id = propertyOf(state, "review");
    const review = typeof id === "string" ? this.#find(id) : undefined;
    // Told the same again, it stays as it is, with what was typed into it.
    if (review && review === this.#review) return;
    if (review?.takePane()) this.#show(review);
    // What is left of another session, or a copy of a tab: an empty pane is of use to nobody, and two would be two answers.
    else this.app.workspace.onLayoutReady(() => this.leaf.detach());
  }
  /** Closing the pane is rejecting; closing the window decides nothing. */
  protected override async onClose(): Promise<void> {
    const draft = this.#panel?.draft;
    this.#panel?.destroy();
    this.#panel = undefined;
    if (this.#isWindowClosing(this.containerEl)) this.#review?.windowClosed(draft);
    else this.#review?.paneClosed();
  }
  /** Puts the keyboard into the text. */
  focusText(): void {
    this.#panel?.focus();
  }
  #show(review: Review): void {
    this.#review = review;
    this.contentEl.addClass("tandem-review-pane");
    this.#panel?.destroy();
    this.#panel = review.openPanel(this.contentEl);
    this.registerEvent(
      this.app.workspace.on("css-change", () => this.#panel?.setExtensions(review.extensions(this.contentEl))),
    );
    // In another window the styles of the editors are not there: it is opened anew, as it was.
    this.register(
      this.contentEl.onWindowMigrated(() => {
        const draft = this.#panel?.draft;
        this.#panel?.destroy();
        this.#panel = review.openPanel(this.contentEl, draft);
      }),
    );
  }
}
