/** The pending reviews: a row of tabs, and the front one. */
import type { Extension } from "@codemirror/state";
import type { Clock } from "@tandem-ide/base";
import {
  feedbackPrompt,
  nextInQueue,
  queuePosition,
  type ReviewComment,
  type ReviewState,
  unpackReview,
} from "@tandem-ide/base/review";
import type { DiffProposal } from "@tandem-ide/server";
import type { HostRequests, HostResults } from "../messages.js";
import { openReviewPanel } from "../review/panel.js";
import { applyTheme } from "../review/panel-style.js";
import type { ReviewPanel } from "../review/panel-types.js";
import type { ReviewLayout } from "../review/types.js";
import { decideAllButtons } from "./all-buttons.js";
import { ClosingReviews } from "./closing-reviews.js";
import type { Notices } from "./notices.js";
import { reviewListStyle } from "./review-list-style.js";
import { ReviewTab } from "./review-tab.js";
import { StrayInput } from "./stray-input.js";

export interface ReviewListOptions {
  /** The element to fill. Default: the whole window. */
  readonly parent: HTMLElement | undefined;
  readonly extensions: (path: string) => Extension;
  /** Called when the user has edited a review or decided on a change. */
  readonly changed: (id: string, state: ReviewState) => void;
  readonly clock: Clock;
  readonly notices: Notices;
  /** The next review opens after a decision. */
  readonly opensNext: boolean;
  /** The user has written something for the agent about a review that has ended. */
  readonly feedback: (message: string, isWithdrawn: boolean) => void;
  readonly commented: (id: string, comments: readonly ReviewComment[]) => void;
}

type Decision = HostResults["review"];

interface Entry {
  readonly id: string;
  readonly proposal: DiffProposal;
  readonly tab: ReviewTab;
  readonly page: HTMLElement;
  readonly panel: ReviewPanel;
  reject(): void;
}

const waitingKey = "waiting";

export class ReviewList {
  readonly #options: ReviewListOptions;
  readonly #element = document.createElement("section");
  readonly #count = document.createElement("output");
  readonly #row = document.createElement("div");
  readonly #all: HTMLElement;
  readonly #entries: Entry[] = [];
  readonly #closing: ClosingReviews<Entry>;
  /** The pending reviews are open. */
  #isOpen = false;
  #front: Entry | undefined;
  #layout: ReviewLayout = "side-by-side";
  readonly #input: StrayInput;
  /** The element that had the focus before. */
  #focusBefore: Element | null = null;

  constructor(options: ReviewListOptions) {
    this.#options = options;
    this.#element.className = options.parent ? "tandem-reviews" : "tandem-reviews tandem-reviews-over";
    this.#element.tabIndex = -1;
    this.#element.setAttribute("aria-label", "Changes proposed by Claude");
    this.#row.className = "tandem-reviews-row";
    this.#row.setAttribute("role", "group");
    this.#row.setAttribute("aria-label", "Pending reviews");
    this.#count.className = "tandem-reviews-count";
    const strip = document.createElement("div");
    strip.className = "tandem-reviews-strip";
    this.#all = decideAllButtons((accepted) => this.#decideAll(accepted));
    strip.append(this.#row, this.#count, this.#all);
    this.#element.append(strip);
    this.#element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#input = new StrayInput(this.#element, () => this.#front);
    const { clock, notices } = options;
    this.#closing = new ClosingReviews({ clock, notices, restored: (entry) => this.#put(entry) });
  }

  /** Shows a proposal until the user decides or `signal` aborts. */
  open(request: HostRequests["review"], signal: AbortSignal): Promise<Decision> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve({ accepted: false });
        return;
      }
      const end = (decision: Decision, outcome: "accepted" | "rejected" | "withdrawn") => {
        signal.removeEventListener("abort", aborted);
        const { comments } = entry.panel.review;
        const reason = decision.accepted ? undefined : decision.reason;
        this.#remove(entry);
        resolve(decision);
        const feedback = { comments, ...(reason !== undefined && { reason }) };
        const message = feedbackPrompt(request.proposal.path, outcome, feedback);
        if (message !== undefined) this.#options.feedback(message, outcome === "withdrawn");
      };
      const decided = (decision: Decision) => end(decision, decision.accepted ? "accepted" : "rejected");
      const aborted = () => {
        if (this.#front === entry) this.#input.withdrawn();
        end({ accepted: false }, "withdrawn");
      };
      const entry = this.#add(request, decided);
      signal.addEventListener("abort", aborted, { once: true });
    });
  }

  setOutdated(id: string, isOutdated: boolean): void {
    const all = [...this.#entries, ...this.#closing.all];
    all.find((entry) => entry.id === id)?.panel.setOutdated(isOutdated);
  }

  /** Updates the language and colours of the editors. */
  extensionsChanged(): void {
    for (const { proposal, panel } of this.#entries) panel.setExtensions(this.#options.extensions(proposal.path));
    this.#updateTheme();
  }

  /** Brings the pending reviews to the front. */
  show(): void {
    const entry = this.#front ?? this.#entries[0];
    if (!entry) return;
    this.#open();
    this.#show(entry);
    entry.panel.focus();
  }

  close(): void {
    for (const entry of [...this.#entries, ...this.#closing.all]) this.#remove(entry);
    this.#input.close();
  }

  #add(
    { proposal, draft, comments, isHidden, isOutdated }: HostRequests["review"],
    decided: (decision: Decision) => void,
  ): Entry {
    // This is application code that may throw, so it runs before anything is shown.
    const extensions = this.#options.extensions(proposal.path);
    const isFirst = !this.#isOpen;
    this.#open();
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
    panel.setOutdated(isOutdated);
    const tab = new ReviewTab(proposal, {
      show: () => {
        this.#show(entry);
        panel.focus();
      },
      close: () => this.#close(entry),
    });
    const entry: Entry = { id: proposal.id, proposal, tab, page, panel, reject: () => panel.reject() };
    this.#entries.push(entry);
    this.#row.append(tab.element);
    this.#show(isFirst ? entry : (this.#front ?? entry));
    this.#updateTheme();
    if (isFirst) this.#takeFocus(panel);
    return entry;
  }

  #open(): void {
    this.#options.notices.hide(waitingKey);
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#focusBefore = document.activeElement;
    (this.#options.parent ?? document.body).append(this.#element);
  }

  /** The user closed a review, which is rejected unless they undo that. */
  #close(entry: Entry): void {
    this.#take(entry);
    this.#closing.add(entry);
  }

  /** Puts a closed review back. */
  #put(entry: Entry): void {
    this.#open();
    this.#entries.push(entry);
    this.#row.append(entry.tab.element);
    this.#element.append(entry.page);
    this.#show(entry);
    entry.panel.focus();
  }

  #remove(entry: Entry): void {
    this.#closing.delete(entry);
    this.#take(entry);
    entry.panel.destroy();
  }

  /** Takes a review off the screen and shows the next one. */
  #take(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at < 0) return;
    const hadFocus = this.#element.contains(document.activeElement);
    const wasFront = this.#front === entry;
    const next = wasFront ? nextInQueue(this.#entries, entry.id) : this.#front;
    this.#entries.splice(at, 1);
    entry.page.remove();
    entry.tab.element.remove();
    if (next && this.#isOpen && (!wasFront || this.#options.opensNext)) this.#show(next);
    else this.#hide(next);
    if (this.#entries.length === 0 || !this.#isOpen) this.#offerWaiting();
    if (!hadFocus) return;
    if (next && this.#isOpen) next.panel.focus();
    else if (this.#focusBefore instanceof HTMLElement && this.#focusBefore.isConnected) this.#focusBefore.focus();
  }

  #hide(front: Entry | undefined): void {
    this.#isOpen = false;
    this.#front = front;
    this.#input.hidden();
    this.#element.remove();
  }

  /** Offers the pending reviews while the application is in front. */
  #offerWaiting(): void {
    const { notices } = this.#options;
    const { length } = this.#entries;
    if (length === 0) notices.hide(waitingKey);
    else {
      const text = length === 1 ? "1 more review" : `${length} more reviews`;
      notices.show(waitingKey, { text, action: { label: "Show", run: () => this.show() } });
    }
  }

  /** Decides all reviews of the front one's session. */
  #decideAll(accepted: boolean): void {
    for (const { panel } of this.#ofSession()) {
      if (accepted) panel.accept();
      else panel.reject();
    }
  }

  #ofSession(): Entry[] {
    const session = this.#front?.proposal.client.id;
    return this.#entries.filter(({ proposal }) => proposal.client.id === session);
  }

  #show(entry: Entry): void {
    if (entry !== this.#front) this.#input.frontChanged();
    this.#front = entry;
    for (const each of this.#entries) {
      each.page.hidden = each !== entry;
      each.tab.setFront(each === entry);
    }
    this.#count.textContent = queuePosition(this.#entries, entry.id) || "1 proposal";
    this.#all.hidden = this.#ofSession().length < 2;
  }

  /** Takes the focus. While the user is typing, only the list takes it, so that the text doesn't end up in the review. */
  #takeFocus(panel: ReviewPanel): void {
    if (this.#input.isTyping) this.#element.focus();
    else panel.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    // The list itself has the focus only if the user was typing elsewhere, and they may not have noticed yet.
    if (event.target === this.#element && this.#input.wasTyping) return;
    event.preventDefault();
    if (this.#front) this.#close(this.#front);
  }

  #updateTheme(): void {
    const editor = this.#front?.panel.review.editor;
    if (editor) applyTheme(this.#element, editor, reviewListStyle);
  }
}
