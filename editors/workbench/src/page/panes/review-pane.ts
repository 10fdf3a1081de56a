/** A proposed change, shown as a difference that the user decides about, hunk by hunk or as a whole. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { KeptHunks, languageSupportOf, openReview, type Review, type ReviewLayout } from "@tandem/codemirror";
import type { ReviewFacts, ReviewTexts } from "../../messages.js";
import type { DocumentSync } from "../documents/document-sync.js";
import { indentationOf } from "../editor/indentation.js";
import { displaySetup, editingSetup, hasHugeLine, isLarge } from "../editor/setup.js";
import type { PaneBase, PaneParts } from "./pane.js";
import { ReviewBase } from "./review-base.js";

/** What the toolbar shows. */
export interface ReviewState {
  /** Changes that are not decided yet. */
  readonly hunks: number;
  /** Which of them the cursor is at, from 0; -1 when none is left. */
  readonly current: number;
  /** How many changes the answer would have now; undefined when hunks were accepted before this page was loaded. */
  readonly kept: number | undefined;
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
  #base: ReviewBase | undefined;
  /** Undefined where hunks were accepted before this window had the review: then nobody knows of how many. */
  #keptHunks: KeptHunks | undefined;
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

  /** How many changes are left in the text now, for a decision: what is shown may be of a moment ago. */
  countKept(): number | undefined {
    const review = this.#review;
    return review && this.#keptHunks?.exactCount(review.editor.state.doc, () => review.text);
  }

  /** What the user has made of the proposal; undefined when it is as it came. */
  get typedText(): string | undefined {
    return this.#review && this.#sync && this.#sync.version > 0 ? this.#review.text : undefined;
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
    await this.#base?.whenTold();
    await this.#parts.documents.confirmed(this.#document);
  }

  close(): void {
    this.#isClosed = true;
    for (const close of this.#closers) close();
    this.#base?.close();
    this.#keptHunks?.close();
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
    const asked = this.#parts.connection.request("review.open", { review: this.facts.id });
    // Fetched meanwhile. A review without its colours is still one.
    const language = languageSupportOf(this.path).catch(() => undefined);
    const texts = await asked;
    if (this.#isClosed) return;
    // Nothing may come between the texts and the editor that follows their changes.
    this.#review = this.#createReview(texts, language);
    if (texts.base.version === 0) this.#keptHunks = this.#countFrom(texts.base.text, this.#review);
    this.#base = new ReviewBase(this.#parts.connection, this.facts.id, texts.base, (text) => {
      this.#review?.setBase(text);
      this.#update();
    });
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

  /** The review has just compared the same two texts. */
  #countFrom(original: string, { hunks, editor }: Review): KeptHunks {
    return new KeptHunks(original, () => this.#update(), { doc: editor.state.doc, kept: hunks.length });
  }

  #createReview({ base, result, hunks }: ReviewTexts, language: Promise<Extension | undefined>): Review {
    const { documents, connection, look } = this.#parts;
    this.#sync = documents.bind(this.#document, result.version, async () => {
      const texts = await connection.request("review.open", { review: this.facts.id });
      this.#base?.take(texts.base);
      return texts.result;
    });
    const large = isLarge(base.text) || isLarge(result.text);
    const extensions = [
      displaySetup(look),
      // What is to be decided about must be in sight, however long its line.
      hasHugeLine(base.text) || hasHugeLine(result.text) ? [] : EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `Text before the change of ${this.path}` }),
    ];
    if (!large)
      void language.then((support) => {
        if (support) this.#review?.setExtensions([extensions, support]);
      });
    return openReview({
      parent: this.element,
      baseText: base.text,
      resultText: result.text,
      ...(hunks && { hunks }),
      layout: this.#layout,
      extensions,
      resultExtensions: [
        this.#sync.extension,
        editingSetup(large, look),
        indentationOf(result.text || base.text),
        EditorView.contentAttributes.of({ "aria-label": `Proposed text of ${this.path}` }),
      ],
      onBaseChanged: (text) => {
        this.#base?.set(text.toString());
        this.#update();
      },
      onChanged: () => this.#update(),
      onDecided: (accepted) => this.#events.decided(this, accepted),
    });
  }

  #update(): void {
    const review = this.#review;
    if (!review || this.#isClosed) return;
    const hunks = review.hunks.length;
    const kept = this.#keptHunks?.count(review.editor.state.doc, () => review.text);
    this.#state.value = { hunks, current: review.currentHunk, kept, layout: review.layout };
  }
}
