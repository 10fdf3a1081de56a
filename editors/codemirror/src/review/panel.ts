/** A review with a bar, for applications without a review view. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { acceptedAs, countHunks, type DiffDecision, type ReviewState, startReview } from "@tandem-ide/base/review";
import { PanelBar } from "./panel-bar.js";
import { applyTheme, panelStyle, sideBySideWidth } from "./panel-style.js";
import type { ReviewPanel, ReviewPanelOptions } from "./panel-types.js";
import { openReview } from "./review.js";
import type { Review, ReviewLayout } from "./types.js";

/**
 * Opens a review with a bar above it, which fills an element. The colours of the bar are `--tandem-bar`, `--tandem-text`,
 * `--tandem-muted`, `--tandem-border`, `--tandem-button`, `--tandem-accept`, `--tandem-accept-text` and
 * `--tandem-notice`.
 *
 * @example
 * const panel = openReviewPanel({ parent, proposal, onDecided: (decision) => resolve(decision) });
 * signal.addEventListener("abort", () => panel.destroy());
 */
export function openReviewPanel(options: ReviewPanelOptions): ReviewPanel {
  return new OpenPanel(options);
}

class OpenPanel implements ReviewPanel {
  readonly element = document.createElement("div");
  readonly review: Review;
  readonly #options: ReviewPanelOptions;
  readonly #bar: PanelBar;
  readonly #watch: ResizeObserver;
  #preferred: ReviewLayout;
  #isWide = true;
  #isOpen = false;
  #isDecided = false;

  constructor(options: ReviewPanelOptions) {
    this.#options = options;
    const { parent, proposal, state = startReview(proposal.oldText, proposal.newText) } = options;
    this.#preferred = options.layout ?? "side-by-side";
    const texts = document.createElement("div");
    this.element.className = "tandem-review";
    texts.className = "tandem-review-texts";
    this.#bar = new PanelBar(proposal, options.title ?? nameOf(proposal.path), this.#actions());
    this.#bar.comment.hidden = !options.onCommented;
    this.element.append(this.#bar.element, texts);
    parent.append(this.element);
    if (parent.clientWidth > 0) this.#isWide = parent.clientWidth >= sideBySideWidth;
    this.review = openReview({
      parent: texts,
      state,
      layout: this.#layout,
      extensions: options.extensions ?? [],
      resultExtensions: [options.resultExtensions ?? [], this.#label()],
      ...(options.onStateChanged && { onStateChanged: options.onStateChanged }),
      // May be called before `this.review` is set.
      onChanged: () => (this.#isOpen ? this.#update() : undefined),
      onDecided: (accepted) => (accepted ? this.accept() : this.reject()),
      onReasonWanted: () => this.askReason(),
      ...(options.comments && { comments: options.comments }),
      ...(options.onCommented && { onCommented: options.onCommented }),
    });
    this.#isOpen = true;
    applyTheme(this.element, this.review.editor, panelStyle);
    this.#watch = new ResizeObserver(([entry]) => this.#resized(entry?.contentRect.width ?? 0));
    this.#watch.observe(this.element);
    this.#update();
  }

  get state(): ReviewState {
    return this.review.state;
  }

  accept(): void {
    this.#decide(acceptedAs(this.state));
  }

  reject(reason?: string): void {
    this.#decide({ accepted: false }, reason);
  }

  askReason(): void {
    this.#bar.reason.open();
  }

  setOutdated(isOutdated: boolean): void {
    this.#bar.setOutdated(isOutdated);
  }

  setExtensions(extensions: Extension): void {
    this.review.setExtensions(extensions);
    applyTheme(this.element, this.review.editor, panelStyle);
  }

  focus(): void {
    this.review.focus();
  }

  destroy(): void {
    this.#isDecided = true;
    this.#watch.disconnect();
    this.review.destroy();
    this.element.remove();
  }

  get #layout(): ReviewLayout {
    return this.#isWide ? this.#preferred : "unified";
  }

  #actions() {
    return {
      accept: () => this.accept(),
      reject: () => this.reject(),
      nextChange: () => this.review.nextChange(),
      previousChange: () => this.review.previousChange(),
      acceptHunk: () => this.review.acceptHunk(),
      rejectHunk: () => this.review.rejectHunk(),
      rejectWithReason: (reason: string) => this.reject(reason),
      comment: () => this.review.comment(),
      leaveReason: () => this.focus(),
      takeBack: () => this.review.decideHunk("undecided"),
      switchLayout: () => this.#switchLayout(),
    };
  }

  #decide(decision: DiffDecision, reason?: string): void {
    if (this.#isDecided) return;
    this.#isDecided = true;
    if (this.#options.onDecided(decision, reason?.trim() || undefined) === false) this.#isDecided = false;
  }

  #switchLayout(): void {
    this.#preferred = this.#preferred === "unified" ? "side-by-side" : "unified";
    this.#showLayout();
    this.#options.onLayoutChanged?.(this.#preferred);
  }

  #resized(width: number): void {
    // The width of a hidden panel is 0, which is meaningless.
    if (width === 0) return;
    this.#isWide = width >= sideBySideWidth;
    this.#showLayout();
  }

  #showLayout(): void {
    if (this.review.layout !== this.#layout) this.review.setLayout(this.#layout);
    this.#update();
  }

  #label(): Extension {
    return EditorView.contentAttributes.of({ "aria-label": `Proposed text of ${this.#options.proposal.path}` });
  }

  #update(): void {
    const { hunks, currentHunk, layout, hasLayouts } = this.review;
    this.#bar.update({
      counts: countHunks(hunks),
      current: hunks[currentHunk]?.decision,
      isUnified: layout === "unified",
      whyNoLayouts: hasLayouts ? (this.#isWide ? undefined : "Too narrow to show side by side") : "One side is empty",
    });
  }
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}
