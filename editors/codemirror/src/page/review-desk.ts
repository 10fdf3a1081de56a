/** Where proposals wait for the user: a row of them, and the one that is looked at. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type DiffDecision, type PackedReview, type ReviewState, unpackReview } from "@tandem/base/review";
import type { DiffProposal } from "@tandem/server";
import { StyleModule } from "style-mod";
import { openReviewPanel } from "../review/panel.js";
import type { ReviewPanel } from "../review/panel-types.js";
import type { ReviewLayout } from "../review/types.js";
import { deskStyle } from "./review-desk-style.js";
import { ReviewTab } from "./review-tab.js";

/** Whoever pressed a key so lately is typing, and not into a review that comes up. */
const typingMs = 1000;

/** A click or key that comes so soon after a review was taken back was meant for that one, and not for the next. */
const settleMs = 600;

export interface ReviewDeskOptions {
  /** Where to stand; by default in front of the whole window. */
  readonly parent: HTMLElement | undefined;
  readonly extensions: (path: string) => Extension;
  /** The user has typed into a review or decided about a part of it. */
  readonly changed: (id: string, state: ReviewState) => void;
}

interface Waiting {
  readonly proposal: DiffProposal;
  readonly tab: ReviewTab;
  readonly page: HTMLElement;
  readonly panel: ReviewPanel;
}

export class ReviewDesk {
  readonly #options: ReviewDeskOptions;
  readonly #element = document.createElement("section");
  readonly #count = document.createElement("output");
  readonly #row = document.createElement("div");
  readonly #waiting: Waiting[] = [];
  #front: Waiting | undefined;
  #layout: ReviewLayout = "side-by-side";
  /** The one that the last key or button was pressed in. */
  #pressedIn: Waiting | undefined;
  /** When the one in front was taken back last. */
  #takenBackAt = Number.NEGATIVE_INFINITY;
  /** From when on the one in front can be decided. */
  #settledAt = Number.NEGATIVE_INFINITY;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Where the keyboard was before. */
  #before: Element | null = null;
  #lastKey = Number.NEGATIVE_INFINITY;
  /** How long no key was pressed before the last one. */
  #pause = Number.POSITIVE_INFINITY;
  readonly #noteKey = (event: KeyboardEvent) => {
    this.#pause = event.timeStamp - this.#lastKey;
    this.#lastKey = event.timeStamp;
  };

  constructor(options: ReviewDeskOptions) {
    this.#options = options;
    this.#element.className = options.parent ? "tandem-reviews" : "tandem-reviews tandem-reviews-over";
    this.#element.tabIndex = -1;
    this.#element.setAttribute("aria-label", "Changes that Claude proposes");
    this.#row.className = "tandem-reviews-row";
    this.#row.setAttribute("role", "tablist");
    this.#count.className = "tandem-reviews-count";
    const strip = document.createElement("div");
    strip.className = "tandem-reviews-strip";
    strip.append(this.#row, this.#count);
    this.#element.append(strip);
    this.#element.addEventListener("keydown", (event) => this.#onKey(event));
    // First of all: before a panel can take it for a decision.
    this.#element.addEventListener("keydown", (event) => this.#stopEcho(event, event.repeat), true);
    for (const type of ["mousedown", "click", "auxclick"] as const)
      this.#element.addEventListener(type, (event) => this.#stopEcho(event, event.detail > 1), true);
    document.addEventListener("keydown", this.#noteKey, true);
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** Shows a proposal until the user decides, or until `signal` aborts and it goes. */
  open(proposal: DiffProposal, draft: PackedReview | undefined, signal: AbortSignal): Promise<DiffDecision> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve({ accepted: false });
        return;
      }
      const decided = (decision: DiffDecision) => {
        signal.removeEventListener("abort", aborted);
        this.#remove(waiting);
        resolve(decision);
      };
      const aborted = () => {
        if (this.#front === waiting) this.#takenBackAt = performance.now();
        decided({ accepted: false });
      };
      const waiting = this.#add(proposal, draft, decided);
      signal.addEventListener("abort", aborted, { once: true });
    });
  }

  /** Language or colours of the editors have changed. */
  extensionsChanged(): void {
    for (const { proposal, panel } of this.#waiting) panel.setExtensions(this.#options.extensions(proposal.path));
    this.#look();
  }

  close(): void {
    for (const waiting of [...this.#waiting]) this.#remove(waiting);
    document.removeEventListener("keydown", this.#noteKey, true);
    clearTimeout(this.#settling);
  }

  #add(proposal: DiffProposal, draft: PackedReview | undefined, decided: (decision: DiffDecision) => void): Waiting {
    const isFirst = this.#waiting.length === 0;
    // It is the application's and may throw: before anything is on the screen.
    const extensions = this.#options.extensions(proposal.path);
    if (isFirst) {
      this.#before = document.activeElement;
      (this.#options.parent ?? document.body).append(this.#element);
    }
    const page = document.createElement("div");
    page.className = "tandem-reviews-page";
    this.#element.append(page);
    const { client, path, oldText, newText, isNewFile, hasUnsavedChanges } = proposal;
    const state = draft && unpackReview(oldText, newText, draft);
    const clientName = `${client.name} ${client.version}`;
    const panel = openReviewPanel({
      parent: page,
      proposal: { path, oldText, newText, isNewFile, hasUnsavedChanges, clientName },
      layout: this.#layout,
      onLayoutChanged: (layout) => {
        this.#layout = layout;
      },
      extensions,
      onDecided: decided,
      onStateChanged: (now) => this.#options.changed(proposal.id, now),
      ...(state && { state }),
    });
    const tab = new ReviewTab(proposal, {
      show: () => {
        this.#show(waiting);
        panel.focus();
      },
      close: () => decided({ accepted: false }),
    });
    const waiting: Waiting = { proposal, tab, page, panel };
    this.#waiting.push(waiting);
    this.#row.append(tab.element);
    this.#show(isFirst ? waiting : (this.#front ?? waiting));
    this.#look();
    if (isFirst) this.#takeFocus(panel);
    return waiting;
  }

  #remove(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting);
    if (at < 0) return;
    const hadFocus = this.#element.contains(document.activeElement);
    this.#waiting.splice(at, 1);
    waiting.panel.destroy();
    waiting.page.remove();
    waiting.tab.element.remove();
    const next = this.#front === waiting ? (this.#waiting[at] ?? this.#waiting.at(-1)) : this.#front;
    if (next) this.#show(next);
    else {
      this.#front = undefined;
      this.#pressedIn = undefined;
      this.#element.remove();
    }
    if (!hadFocus) return;
    if (next) next.panel.focus();
    else if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
  }

  #show(waiting: Waiting): void {
    const now = performance.now();
    if (waiting !== this.#front && now - this.#takenBackAt < settleMs) this.#settle(now);
    this.#front = waiting;
    for (const each of this.#waiting) {
      each.page.hidden = each !== waiting;
      each.tab.setFront(each === waiting);
    }
    const { length } = this.#waiting;
    this.#count.textContent =
      length === 1 ? "1 proposal" : `${this.#waiting.indexOf(waiting) + 1} of ${length} proposals`;
  }

  /** For a moment nothing here can be pressed, and it looks so. */
  #settle(now: number): void {
    this.#settledAt = now + settleMs;
    this.#element.dataset.settling = "";
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => delete this.#element.dataset.settling, settleMs);
  }

  /** What somebody types while a review comes up must not become part of it. */
  #takeFocus(panel: ReviewPanel): void {
    if (performance.now() - this.#lastKey < typingMs) this.#element.focus();
    else panel.focus();
  }

  /**
   * The rest of a double click, or of a key held down, is not meant for the review that has come up under it; nor is what
   * was on its way when the one before was taken back.
   */
  #stopEcho(event: Event, isEcho: boolean): void {
    const isSettled = performance.now() >= this.#settledAt;
    if (!isEcho && isSettled) this.#pressedIn = this.#front;
    else if (!isSettled || this.#pressedIn !== this.#front) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    // On the desk itself the keyboard is only because somebody was typing elsewhere, and may not have looked up yet.
    if (event.target === this.#element && this.#pause < typingMs) return;
    event.preventDefault();
    this.#front?.panel.reject();
  }

  #look(): void {
    const panel = this.#front?.panel;
    if (!panel) return;
    const { state, root } = panel.review.editor;
    const nonce = state.facet(EditorView.cspNonce);
    StyleModule.mount(root, deskStyle, nonce ? { nonce } : {});
    this.#element.classList.toggle("tandem-dark", state.facet(EditorView.darkTheme));
  }
}
