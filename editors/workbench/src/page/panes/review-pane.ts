/** A proposed change, shown as a difference that the user decides about, hunk by hunk or as a whole. */
import type { Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { languageSupportOf, openReview, type Review, type ReviewLayout } from "@tandem/codemirror";
import { splitHunks } from "@tandem/server/text";
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
  #original: string | undefined;
  #counted: { readonly doc: Text; readonly kept: number } | undefined;
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
    await this.#parts.documents.whenSynced(this.#document);
  }

  close(): void {
    this.#isClosed = true;
    for (const close of this.#closers) close();
    this.#base?.close();
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
    // Before the texts, because nothing may come between these and the editor that follows their changes.
    const language = await languageSupportOf(this.path);
    const texts = await this.#parts.connection.request("review.open", { review: this.facts.id });
    if (this.#isClosed) return;
    this.#original = texts.base.version === 0 ? texts.base.text : undefined;
    this.#review = this.#createReview(texts, language);
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

  #createReview({ base, result }: ReviewTexts, language: Extension | undefined): Review {
    const { documents, connection, look } = this.#parts;
    this.#sync = documents.bind(this.#document, result.version, async () => {
      const texts = await connection.request("review.open", { review: this.facts.id });
      this.#base?.take(texts.base);
      return texts.result;
    });
    const large = isLarge(base.text) || isLarge(result.text);
    return openReview({
      parent: this.element,
      baseText: base.text,
      resultText: result.text,
      layout: this.#layout,
      extensions: [
        displaySetup(look),
        // What is to be decided about must be in sight, however long its line.
        hasHugeLine(base.text) || hasHugeLine(result.text) ? [] : EditorView.lineWrapping,
        large ? [] : (language ?? []),
        EditorView.contentAttributes.of({ "aria-label": `Text before the change of ${this.path}` }),
      ],
      resultExtensions: [
        this.#sync.extension,
        editingSetup(large),
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
    this.#state.value = { hunks, current: review.currentHunk, kept: this.#kept(review), layout: review.layout };
  }

  /** Counted again only when the text has changed, because that is asked for at each step of the cursor. */
  #kept(review: Review): number | undefined {
    if (this.#original === undefined) return undefined;
    const { doc } = review.editor.state;
    if (this.#counted?.doc !== doc) this.#counted = { doc, kept: splitHunks(this.#original, review.text).length };
    return this.#counted.kept;
  }
}
