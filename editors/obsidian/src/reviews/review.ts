/** One proposal, until it is decided. */

import { randomUUID } from "node:crypto";
import { markdown } from "@codemirror/lang-markdown";
import type { Extension } from "@codemirror/state";
import type { DiffDecision } from "@tandem/base/review";
import { openReviewPanel, type ReviewDraft, type ReviewLayout, type ReviewPanel } from "@tandem/codemirror";
import { shownName } from "@tandem/protocol";
import type { DiffProposal } from "@tandem/server";
import { lookOf } from "./review-look.js";

/** What a review asks of the room it is in. */
export interface ReviewHost {
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  /** The window with its pane was closed. */
  readonly paneWanted: (review: Review) => void;
  /** The user has changed the proposed text. */
  readonly typed: (review: Review) => void;
}

export class Review {
  /** Not the proposal's own, which counts anew after each start: a saved layout may bring back a pane of before. */
  readonly id = randomUUID();
  readonly proposal: DiffProposal;
  readonly decision: Promise<DiffDecision>;
  readonly #host: ReviewHost;
  #decide: (decision: DiffDecision) => void = () => {};
  #isOver = false;
  #pane: "none" | "open" | "closed" = "none";
  /** What the user had made of it when its window was closed. */
  #draft: ReviewDraft | undefined;
  #isAbandoned = false;
  #result: string;

  constructor(proposal: DiffProposal, host: ReviewHost) {
    this.proposal = proposal;
    this.#host = host;
    this.#result = proposal.newText;
    this.decision = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  /** The file's name, as it is shown. */
  get name(): string {
    return shownName(this.proposal.path.split(/[/\\]/).at(-1) ?? this.proposal.path);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get result(): string {
    return this.#result;
  }

  /** What the user has made of the proposal by typing; undefined when they typed nothing that would be lost. */
  get editedText(): string | undefined {
    const { oldText, newText } = this.proposal;
    return this.#result === newText || this.#result === oldText ? undefined : this.#result;
  }

  extensions(parent: HTMLElement): Extension {
    const isNote = /\.(md|markdown)$/i.test(this.proposal.path);
    return [lookOf(parent), isNote ? markdown({ completeHTMLTags: false }) : []];
  }

  openPanel(parent: HTMLElement, draft = this.#draft): ReviewPanel {
    const { client, ...proposal } = this.proposal;
    return openReviewPanel({
      parent,
      proposal: { ...proposal, clientName: `${client.name} ${client.version}`.trim() },
      layout: this.#host.layout(),
      onLayoutChanged: this.#host.layoutChanged,
      extensions: this.extensions(parent),
      ...(draft && { draft }),
      onDraftChanged: ({ resultText }) => {
        this.#result = resultText;
        this.#host.typed(this);
      },
      onDecided: (decision) => this.#end(decision),
    });
  }

  /** For the one view that shows it; false for any other. */
  takePane(): boolean {
    if (this.#pane !== "none") return false;
    this.#pane = "open";
    return true;
  }

  /** Its view has gone: the leaf too, or it shows something else by now. */
  paneClosed(): void {
    this.#pane = "closed";
    if (!this.#isAbandoned) this.closed();
  }

  /** Its view has gone with the window: it waits for another pane. */
  windowClosed(draft: ReviewDraft | undefined): void {
    this.#pane = "none";
    this.#draft = draft;
    if (!this.#isOver) this.#host.paneWanted(this);
  }

  /** The plugin goes: its panes are taken away and nothing is decided, the client's own prompt stays. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  get isPaneClosed(): boolean {
    return this.#pane === "closed";
  }

  /** Rejects it. */
  closed(): void {
    this.#end({ accepted: false });
  }

  #end(decision: DiffDecision): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#decide(decision);
  }
}
