/** The pane of a review tab: a proposal shown as a diff, decided as a whole or change by change. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  countHunks,
  type HunkDecision,
  type ReviewState as ModelState,
  type ReviewComment,
  type ReviewCounts,
  unpackReview,
} from "@tandem-ide/base/review";
import { languageSupportOf, openReview, type Review, type ReviewLayout } from "@tandem-ide/codemirror";
import type { ReviewFacts, ReviewTexts } from "../../messages.js";
import type { DocumentSync } from "../documents/document-sync.js";
import { indentationOf } from "../editor/indentation.js";
import { displaySetup, editingSetup, hasHugeLine, isLarge } from "../editor/setup.js";
import type { PaneBase, PaneParts } from "./pane.js";
import { watchWidth } from "./pane-width.js";

/** The state that the toolbar shows. */
export interface ReviewState {
  readonly counts: ReviewCounts;
  /** The decision on the change at the cursor. Undefined if there is no change. */
  readonly current: HunkDecision | undefined;
  readonly layout: ReviewLayout;
  /** There are two texts to show side by side. */
  readonly hasLayouts: boolean;
}

interface ReviewPaneOptions extends PaneParts {
  readonly reviewLayout: Signal<ReviewLayout>;
  /** The user pressed the key that accepts or rejects the whole review. */
  reviewDecided(pane: ReviewPane, accepted: boolean): void;
}

export class ReviewPane implements PaneBase {
  readonly kind = "review";
  readonly tab: string;
  readonly path: string;
  readonly facts: ReviewFacts;
  readonly element = document.createElement("div");
  readonly #options: ReviewPaneOptions;
  readonly #isWide = signal(true);
  readonly #state = signal<ReviewState | undefined>(undefined);
  /** The user is writing why they reject the proposal. */
  readonly isAskingReason = signal(false);
  /** Comments that the host may not have. */
  #unsentComments: readonly ReviewComment[] | undefined;
  readonly #closers: (() => void)[] = [];
  #review: Review | undefined;
  #sync: DocumentSync | undefined;
  /** The element that had the focus when this pane was focused while still loading. */
  #focusFrom: Element | null | undefined;
  #isClosed = false;

  constructor(
    tab: { readonly id: string; readonly path: string; readonly review: ReviewFacts },
    options: ReviewPaneOptions,
  ) {
    this.tab = tab.id;
    this.path = tab.path;
    this.facts = tab.review;
    this.#options = options;
    this.element.className = "pane review-pane";
    this.element.dataset.testid = "review";
    this.element.dataset.review = tab.review.tabName;
    this.#closers.push(
      watchWidth(this.element, this.#isWide),
      options.connection.on("welcome", () => this.#sendComments()),
      options.connection.on("review.comments", ({ review, comments }) => {
        if (review === this.facts.id) this.#review?.setComments(comments);
      }),
    );
    this.#open().catch((error: unknown) => {
      if (!this.#isClosed) options.toasts.showError(error);
    });
  }

  get review(): Review | undefined {
    return this.#review;
  }

  get state(): ReadonlySignal<ReviewState | undefined> {
    return this.#state;
  }

  /** The proposal with the user's edits. Undefined without edits. */
  get editedText(): string | undefined {
    const { proposed, result } = this.#review?.state ?? {};
    return result === proposed ? undefined : result;
  }

  /** There is room for two texts side by side. */
  get isWide(): ReadonlySignal<boolean> {
    return this.#isWide;
  }

  focus(): void {
    if (this.#review) this.#review.focus();
    else this.#focusFrom = document.activeElement;
  }

  /** Resolves once the host has all edits and decisions, so that the client gets what the user sees. */
  async whenSynced(): Promise<void> {
    await this.#options.documents.confirmed(this.#document);
  }

  close(): void {
    this.#isClosed = true;
    for (const close of this.#closers) close();
    if (this.#sync) this.#options.documents.release(this.#sync);
    this.#review?.destroy();
    this.#review = undefined;
    this.#state.value = undefined;
    this.element.remove();
  }

  get #document(): string {
    return `review:${this.facts.id}`;
  }

  get #layout(): ReviewLayout {
    return this.#isWide.value ? this.#options.reviewLayout.value : "unified";
  }

  async #open(): Promise<void> {
    const request = this.#requestTexts();
    // Loaded at the same time. A review works without syntax highlighting too.
    const language = languageSupportOf(this.path).catch(() => undefined);
    const texts = await request;
    if (this.#isClosed) return;
    // Create the editor synchronously, so that it misses no update of the texts.
    this.#review = this.#createReview(texts, language);
    this.#update();
    this.#closers.push(
      effect(() => {
        const layout = this.#layout;
        if (this.#review && this.#review.layout !== layout) this.#review.setLayout(layout);
        this.#update();
      }),
    );
    const active = document.activeElement;
    if (this.#focusFrom !== undefined && (active === this.#focusFrom || active === document.body)) this.#review.focus();
  }

  #sendComments(comments = this.#unsentComments): void {
    if (!comments) return;
    this.#unsentComments = comments;
    const { connection } = this.#options;
    connection.request("review.comment", { review: this.facts.id, comments }).then(
      () => {
        if (this.#unsentComments === comments) this.#unsentComments = undefined;
      },
      () => {}, // Sent again after a reconnect.
    );
  }

  #requestTexts(): Promise<ReviewTexts> {
    return this.#options.connection.request("review.open", { review: this.facts.id });
  }

  /** Gets the review's state from the host, after others changed it at the same time or while this window was disconnected. */
  async #updateDecisions(): Promise<boolean> {
    const texts = await this.#requestTexts().catch(() => undefined);
    if (!texts || !this.#review || this.#isClosed) return true;
    if (!this.#sync?.isSynced || this.#sync.version !== texts.version) return false;
    this.#review.setState(stateOf(texts));
    return true;
  }

  #createReview(texts: ReviewTexts, language: Promise<Extension | undefined>): Review {
    const { documents, look } = this.#options;
    const state = stateOf(texts);
    const { base, result } = state;
    const reopen = async () => {
      const now = await this.#requestTexts();
      return { text: now.result ?? now.proposed, version: now.version };
    };
    this.#sync = documents.bind(this.#document, texts.version, reopen, () => this.#updateDecisions());
    const large = isLarge(base) || isLarge(result);
    const extensions = [
      displaySetup(look),
      // Wrap lines so that all changes are visible.
      hasHugeLine(base) || hasHugeLine(result) ? [] : EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `Original text of ${this.path}` }),
    ];
    if (!large)
      void language.then((support) => {
        if (support) this.#review?.setExtensions([extensions, support]);
      });
    return openReview({
      parent: this.element,
      state,
      layout: this.#layout,
      extensions,
      resultExtensions: [
        this.#sync.extension,
        editingSetup(large, look),
        indentationOf(result || base),
        EditorView.contentAttributes.of({ "aria-label": `Proposed text of ${this.path}` }),
      ],
      onChanged: () => this.#update(),
      onDecided: (accepted) => this.#options.reviewDecided(this, accepted),
      onReasonWanted: () => {
        this.isAskingReason.value = true;
      },
      comments: texts.comments,
      onCommented: (comments) => this.#sendComments(comments),
    });
  }

  #update(): void {
    const review = this.#review;
    if (!review || this.#isClosed) return;
    const { hunks, currentHunk, layout, hasLayouts } = review;
    this.#state.value = {
      counts: countHunks(hunks),
      current: hunks[currentHunk]?.decision,
      layout,
      hasLayouts,
    };
  }
}

function stateOf(texts: ReviewTexts): ModelState {
  const state = unpackReview(texts.base, texts.proposed, texts);
  if (!state) throw new Error("Can't show this review. Reload the page.");
  return state;
}
