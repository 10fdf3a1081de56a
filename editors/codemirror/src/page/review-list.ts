/** The pending reviews: a row of tabs, and the front one. */
import type { Extension } from "@codemirror/state";
import { queuePosition, type ReviewComment, type ReviewState, unpackReview } from "@tandem-ide/base/review";
import type { DiffProposal } from "@tandem-ide/server";
import type { HostRequests, HostResults } from "../messages.js";
import { openReviewPanel } from "../review/panel.js";
import { applyTheme } from "../review/panel-style.js";
import type { ReviewPanel } from "../review/panel-types.js";
import type { ReviewLayout } from "../review/types.js";
import { reviewListStyle } from "./review-list-style.js";
import { ReviewTab } from "./review-tab.js";

/** Within this time after a key press the user counts as typing, so a new review doesn't take the focus. */
const typingMs = 1000;

/** Clicks and keys within this time after a review was withdrawn were meant for that review, not the next one. */
const settleMs = 600;

export interface ReviewListOptions {
  /** The element to fill. Default: the whole window. */
  readonly parent: HTMLElement | undefined;
  readonly extensions: (path: string) => Extension;
  /** Called when the user has edited a review or decided on a change. */
  readonly changed: (id: string, state: ReviewState) => void;
  readonly commented: (id: string, comments: readonly ReviewComment[]) => void;
}

type Decision = HostResults["review"];

interface Entry {
  readonly proposal: DiffProposal;
  readonly tab: ReviewTab;
  readonly page: HTMLElement;
  readonly panel: ReviewPanel;
}

export class ReviewList {
  readonly #options: ReviewListOptions;
  readonly #element = document.createElement("section");
  readonly #count = document.createElement("output");
  readonly #row = document.createElement("div");
  readonly #entries: Entry[] = [];
  #front: Entry | undefined;
  #layout: ReviewLayout = "side-by-side";
  /** The review that got the last key or click. */
  #pressedIn: Entry | undefined;
  /** When a front review was last withdrawn. */
  #withdrawnAt = Number.NEGATIVE_INFINITY;
  /** When the front review starts to accept input. */
  #settledAt = Number.NEGATIVE_INFINITY;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** The element that had the focus before. */
  #focusBefore: Element | null = null;
  #lastKey = Number.NEGATIVE_INFINITY;
  /** The time between the last two key presses. */
  #pause = Number.POSITIVE_INFINITY;
  readonly #noteKey = (event: KeyboardEvent) => {
    this.#pause = event.timeStamp - this.#lastKey;
    this.#lastKey = event.timeStamp;
  };

  constructor(options: ReviewListOptions) {
    this.#options = options;
    this.#element.className = options.parent ? "tandem-reviews" : "tandem-reviews tandem-reviews-over";
    this.#element.tabIndex = -1;
    this.#element.setAttribute("aria-label", "Changes proposed by Claude");
    this.#row.className = "tandem-reviews-row";
    this.#row.setAttribute("role", "tablist");
    this.#count.className = "tandem-reviews-count";
    const strip = document.createElement("div");
    strip.className = "tandem-reviews-strip";
    strip.append(this.#row, this.#count);
    this.#element.append(strip);
    this.#element.addEventListener("keydown", (event) => this.#onKey(event));
    // Uses the capture phase, before a panel can treat the event as a decision.
    this.#element.addEventListener("keydown", (event) => this.#blockStrayInput(event, event.repeat), true);
    for (const type of ["mousedown", "click", "auxclick"] as const)
      this.#element.addEventListener(type, (event) => this.#blockStrayInput(event, event.detail > 1), true);
    document.addEventListener("keydown", this.#noteKey, true);
  }

  /** Shows a proposal until the user decides or `signal` aborts. */
  open(request: HostRequests["review"], signal: AbortSignal): Promise<Decision> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve({ accepted: false });
        return;
      }
      const decided = (decision: Decision) => {
        signal.removeEventListener("abort", aborted);
        this.#remove(entry);
        resolve(decision);
      };
      const aborted = () => {
        if (this.#front === entry) this.#withdrawnAt = performance.now();
        decided({ accepted: false });
      };
      const entry = this.#add(request, decided);
      signal.addEventListener("abort", aborted, { once: true });
    });
  }

  /** Updates the language and colours of the editors. */
  extensionsChanged(): void {
    for (const { proposal, panel } of this.#entries) panel.setExtensions(this.#options.extensions(proposal.path));
    this.#updateTheme();
  }

  close(): void {
    for (const entry of [...this.#entries]) this.#remove(entry);
    document.removeEventListener("keydown", this.#noteKey, true);
    clearTimeout(this.#settling);
  }

  #add({ proposal, draft, comments, isHidden }: HostRequests["review"], decided: (decision: Decision) => void): Entry {
    const isFirst = this.#entries.length === 0;
    // This is application code that may throw, so it runs before anything is shown.
    const extensions = this.#options.extensions(proposal.path);
    if (isFirst) {
      this.#focusBefore = document.activeElement;
      (this.#options.parent ?? document.body).append(this.#element);
    }
    const page = document.createElement("div");
    page.className = "tandem-reviews-page";
    this.#element.append(page);
    const { client, path, oldPath, oldText, newText, isNewFile, hasUnsavedChanges } = proposal;
    const state = draft && unpackReview(oldText, newText, draft);
    const clientName = `${client.name} ${client.version}`;
    const panel = openReviewPanel({
      parent: page,
      proposal: { path, oldPath, oldText, newText, isNewFile, hasUnsavedChanges, isHidden, clientName },
      layout: this.#layout,
      onLayoutChanged: (layout) => {
        this.#layout = layout;
      },
      extensions,
      comments,
      onDecided: (decision, reason) => decided(reason === undefined ? decision : { accepted: false, reason }),
      onStateChanged: (now) => this.#options.changed(proposal.id, now),
      onCommented: (now) => this.#options.commented(proposal.id, now),
      ...(state && { state }),
    });
    const tab = new ReviewTab(proposal, {
      show: () => {
        this.#show(entry);
        panel.focus();
      },
      close: () => decided({ accepted: false }),
    });
    const entry: Entry = { proposal, tab, page, panel };
    this.#entries.push(entry);
    this.#row.append(tab.element);
    this.#show(isFirst ? entry : (this.#front ?? entry));
    this.#updateTheme();
    if (isFirst) this.#takeFocus(panel);
    return entry;
  }

  #remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at < 0) return;
    const hadFocus = this.#element.contains(document.activeElement);
    this.#entries.splice(at, 1);
    entry.panel.destroy();
    entry.page.remove();
    entry.tab.element.remove();
    const next = this.#front === entry ? (this.#entries[at] ?? this.#entries.at(-1)) : this.#front;
    if (next) this.#show(next);
    else {
      this.#front = undefined;
      this.#pressedIn = undefined;
      this.#element.remove();
    }
    if (!hadFocus) return;
    if (next) next.panel.focus();
    else if (this.#focusBefore instanceof HTMLElement && this.#focusBefore.isConnected) this.#focusBefore.focus();
  }

  #show(entry: Entry): void {
    const now = performance.now();
    if (entry !== this.#front && now - this.#withdrawnAt < settleMs) this.#settle(now);
    this.#front = entry;
    for (const each of this.#entries) {
      each.page.hidden = each !== entry;
      each.tab.setFront(each === entry);
    }
    this.#count.textContent =
      queuePosition(
        this.#entries.map((each) => each.proposal),
        entry.proposal.id,
      ) || "1 proposal";
  }

  /** Disables the list for a moment, visibly. */
  #settle(now: number): void {
    this.#settledAt = now + settleMs;
    this.#element.dataset.settling = "";
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => delete this.#element.dataset.settling, settleMs);
  }

  /** Takes the focus. While the user is typing, only the list takes it, so that the text doesn't end up in the review. */
  #takeFocus(panel: ReviewPanel): void {
    if (performance.now() - this.#lastKey < typingMs) this.#element.focus();
    else panel.focus();
  }

  /**
   * Blocks input that was meant for an earlier review: the rest of a double click or a held key, and input just after a
   * review was withdrawn.
   */
  #blockStrayInput(event: Event, isRepeat: boolean): void {
    const isSettled = performance.now() >= this.#settledAt;
    if (!isRepeat && isSettled) this.#pressedIn = this.#front;
    else if (!isSettled || this.#pressedIn !== this.#front) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    // The list itself has the focus only if the user was typing elsewhere, and they may not have noticed yet.
    if (event.target === this.#element && this.#pause < typingMs) return;
    event.preventDefault();
    this.#front?.panel.reject();
  }

  #updateTheme(): void {
    const editor = this.#front?.panel.review.editor;
    if (editor) applyTheme(this.#element, editor, reviewListStyle);
  }
}
