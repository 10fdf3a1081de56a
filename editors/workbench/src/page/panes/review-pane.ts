/** A proposed change, shown as a difference that the user decides about, hunk by hunk or as a whole. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  countHunks,
  type HunkDecision,
  type ReviewState as ModelState,
  type ReviewCounts,
  unpackReview,
} from "@tandem/base/review";
import { languageSupportOf, openReview, type Review, type ReviewLayout } from "@tandem/codemirror";
import type { ReviewFacts, ReviewTexts } from "../../messages.js";
import type { DocumentSync } from "../documents/document-sync.js";
import { indentationOf } from "../editor/indentation.js";
import { displaySetup, editingSetup, hasHugeLine, isLarge } from "../editor/setup.js";
import type { PaneBase, PaneParts } from "./pane.js";

/** What the toolbar shows. */
export interface ReviewState {
  readonly counts: ReviewCounts;
  /** Which of the undecided changes the cursor is at, from 1. */
  readonly place: number;
  /** What was decided about the change at the cursor; undefined when there is none. */
  readonly current: HunkDecision | undefined;
  readonly layout: ReviewLayout;
}

/** What a pane tells. */
export interface ReviewPaneEvents {
  /** The user pressed the keys for the whole of it. */
  decided(pane: ReviewPane, accepted: boolean): void;
  failed(pane: ReviewPane, error: unknown): void;
}

/** Two texts side by side are readable from this width on. */
const sideBySideWidth = 900;

/** The pane of a review tab. */
export class ReviewPane implements PaneBase {
  readonly kind = "review";
  readonly tab: string;
  readonly path: string;
  readonly facts: ReviewFacts;
  readonly element = document.createElement("div");
  readonly #parts: PaneParts;
  readonly #events: ReviewPaneEvents;
  readonly #preferred: Signal<ReviewLayout>;
  readonly #isWide = signal(true);
  readonly #state = signal<ReviewState | undefined>(undefined);
  readonly #closers: (() => void)[] = [];
  #review: Review | undefined;
  #sync: DocumentSync | undefined;
  /** Where the keyboard was when it was wanted here, before the texts had come. */
  #focusFrom: Element | null | undefined;
  #isClosed = false;

  constructor(
    tab: { readonly id: string; readonly path: string; readonly review: ReviewFacts },
    parts: PaneParts,
    preferred: Signal<ReviewLayout>,
    events: ReviewPaneEvents,
  ) {
    this.tab = tab.id;
    this.path = tab.path;
    this.facts = tab.review;
    this.#parts = parts;
    this.#preferred = preferred;
    this.#events = events;
    this.element.className = "pane review-pane";
    this.element.dataset.testid = "review";
    this.element.dataset.review = tab.review.tabName;
    this.#watchWidth();
    this.#open().catch((error: unknown) => {
      if (!this.#isClosed) events.failed(this, error);
    });
  }

  get review(): Review | undefined {
    return this.#review;
  }

  get state(): ReadonlySignal<ReviewState | undefined> {
    return this.#state;
  }

  /** What the user has made of the proposal; undefined when it is as it came. */
  get typedText(): string | undefined {
    const { proposed, result } = this.#review?.state ?? {};
    return result === proposed ? undefined : result;
  }

  /** Whether there is room for two texts side by side. */
  get isWide(): ReadonlySignal<boolean> {
    return this.#isWide;
  }

  focus(): void {
    if (this.#review) this.#review.focus();
    else this.#focusFrom = document.activeElement;
  }

  /** Resolves once the host has everything that was done here, so that a decision answers with what the user sees. */
  async whenSynced(): Promise<void> {
    await this.#parts.documents.confirmed(this.#document);
  }

  close(): void {
    this.#isClosed = true;
    for (const close of this.#closers) close();
    if (this.#sync) this.#parts.documents.release(this.#sync);
    this.#review?.destroy();
    this.#review = undefined;
    this.#state.value = undefined;
    this.element.remove();
  }

  get #document(): string {
    return `review:${this.facts.id}`;
  }

  get #layout(): ReviewLayout {
    return this.#isWide.value ? this.#preferred.value : "unified";
  }

  #watchWidth(): void {
    const observer = new ResizeObserver(([entry]) => {
      // A hidden pane has no width, which says nothing.
      if (entry && entry.contentRect.width > 0) this.#isWide.value = entry.contentRect.width >= sideBySideWidth;
    });
    observer.observe(this.element);
    this.#closers.push(() => observer.disconnect());
  }

  async #open(): Promise<void> {
    const asked = this.#ask();
    // Fetched meanwhile. A review without its colours is still one.
    const language = languageSupportOf(this.path).catch(() => undefined);
    const texts = await asked;
    if (this.#isClosed) return;
    // Nothing may come between the texts and the editor that follows their changes.
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

  #ask(): Promise<ReviewTexts> {
    return this.#parts.connection.request("review.open", { review: this.facts.id });
  }

  /** Others have typed or decided at the same moment, or while this window was away: the host knows what came of it. */
  async #takeDecisions(): Promise<boolean> {
    const texts = await this.#ask().catch(() => undefined);
    if (!texts || !this.#review || this.#isClosed) return true;
    if (!this.#sync?.isSynced || this.#sync.version !== texts.version) return false;
    this.#review.setState(stateOf(texts));
    return true;
  }

  #createReview(texts: ReviewTexts, language: Promise<Extension | undefined>): Review {
    const { documents, look } = this.#parts;
    const state = stateOf(texts);
    const { base, result } = state;
    const reopen = async () => {
      const now = await this.#ask();
      return { text: now.result ?? now.proposed, version: now.version };
    };
    this.#sync = documents.bind(this.#document, texts.version, reopen, () => this.#takeDecisions());
    const large = isLarge(base) || isLarge(result);
    const extensions = [
      displaySetup(look),
      // What is to be decided about must be in sight, however long its line.
      hasHugeLine(base) || hasHugeLine(result) ? [] : EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `Text before the change of ${this.path}` }),
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
      onDecided: (accepted) => this.#events.decided(this, accepted),
    });
  }

  #update(): void {
    const review = this.#review;
    if (!review || this.#isClosed) return;
    const { hunks, currentHunk, layout } = review;
    const undecided = hunks.filter(({ index, decision }) => decision === "undecided" && index <= currentHunk);
    this.#state.value = {
      counts: countHunks(hunks),
      place: undecided.length,
      current: hunks[currentHunk]?.decision,
      layout,
    };
  }
}

function stateOf(texts: ReviewTexts): ModelState {
  const state = unpackReview(texts.base, texts.proposed, texts);
  if (!state) throw new Error("This review cannot be shown. Reload the page.");
  return state;
}
