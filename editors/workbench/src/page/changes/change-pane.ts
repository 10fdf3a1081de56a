/**
 * The pane that shows how a file changed on disk, before and after. The user keeps or undoes single hunks or the whole
 * file.
 */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ChangeTarget, OpenChange } from "@tandem-ide/changes/model";
import {
  type ChangeDecision,
  type ChangeView,
  languageSupportOf,
  openChangeView,
  type ReviewLayout,
} from "@tandem-ide/codemirror";
import type { ChangeFacts } from "../../messages-changes.js";
import { NewestRequest } from "../core/newest-request.js";
import { displaySetup, hasHugeLine, isLarge, readingSetup } from "../editor/setup.js";
import type { PaneBase, PaneParts } from "../panes/pane.js";
import { watchWidth } from "../panes/pane-width.js";

/** The state that the toolbar shows. */
export interface ChangePaneState {
  readonly hunks: number;
  /** The index of the current hunk, or -1. */
  readonly current: number;
  /** What the user should know before deciding on the current hunk. */
  readonly note: string | undefined;
  /** Why there is no text to show. */
  readonly whyNot?: string;
}

export interface ChangePaneOptions extends PaneParts {
  readonly reviewLayout: Signal<ReviewLayout>;
  /** Keeps or undoes. Resolves to true if it was done. */
  changeDecided(decision: ChangeDecision, target: ChangeTarget): Promise<boolean>;
}

export class ChangePane implements PaneBase {
  readonly kind = "change";
  readonly tab: string;
  readonly path: string;
  readonly facts: Pick<ChangeFacts, "turn">;
  readonly element = document.createElement("div");
  readonly #options: ChangePaneOptions;
  readonly #isWide = signal(true);
  readonly #state = signal<ChangePaneState | undefined>(undefined);
  readonly #closers: (() => void)[] = [];
  #view: ChangeView | undefined;
  #change: OpenChange | undefined;
  readonly #requests = new NewestRequest();
  /** Decisions run one after another, because each one applies to the state the previous one left. */
  #queue: Promise<unknown> = Promise.resolve();
  /** The hunk to go to when the state after a decision arrives. */
  #goTo: number | undefined;
  /** The element that had the focus when this pane was focused while still loading. */
  #focusFrom: Element | null | undefined;
  #isClosed = false;

  constructor(
    tab: { readonly id: string; readonly path: string; readonly change: Pick<ChangeFacts, "turn"> },
    options: ChangePaneOptions,
  ) {
    this.tab = tab.id;
    this.path = tab.path;
    this.facts = tab.change;
    this.#options = options;
    this.element.className = "pane change-pane";
    this.element.dataset.testid = "change";
    this.element.dataset.change = tab.path;
    this.#closers.push(
      watchWidth(this.element, this.#isWide),
      options.connection.on("changes", () => this.#refresh()),
    );
    this.#refresh();
  }

  get view(): ChangeView | undefined {
    return this.#view;
  }

  get state(): ReadonlySignal<ChangePaneState | undefined> {
    return this.#state;
  }

  /** There is room for the side-by-side view. */
  get isWide(): ReadonlySignal<boolean> {
    return this.#isWide;
  }

  focus(): void {
    if (this.#view) this.#view.focus();
    else this.#focusFrom = document.activeElement;
  }

  /** Decides on a hunk, by default the current one once earlier decisions are done. */
  decideHunk(decision: ChangeDecision, hunk?: number): void {
    const version = this.#change?.version;
    this.#enqueue(async () => {
      const index = hunk ?? this.#view?.currentHunk ?? -1;
      const change = this.#change;
      // The button belonged to a hunk of an earlier state.
      if (!change || index < 0 || (hunk !== undefined && change.version !== version)) return;
      this.#goTo = index;
      const { turn } = this.facts;
      const hunks = { version: change.version, indexes: [index] };
      const isDone = await this.#options.changeDecided(decision, { turn, path: this.path, hunks });
      if (!isDone) this.#goTo = undefined;
      // The state may also be outdated for other reasons.
      this.#refresh();
      await this.#requests.settled();
    });
  }

  decideFile(decision: ChangeDecision): void {
    this.#enqueue(async () => {
      await this.#options.changeDecided(decision, { turn: this.facts.turn, path: this.path });
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const close of this.#closers) close();
    this.#view?.destroy();
    this.#view = undefined;
    this.#state.value = undefined;
    this.element.remove();
  }

  get #layout(): ReviewLayout {
    return this.#isWide.value ? this.#options.reviewLayout.value : "unified";
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(() => (this.#isClosed ? undefined : work())).catch(() => {});
  }

  #refresh(): void {
    const { connection, toasts } = this.#options;
    const { turn } = this.facts;
    this.#requests.send(
      connection.request("changes.open", { turn, path: this.path }),
      (opened) => {
        if (this.#isClosed) return;
        if ("whyNot" in opened) this.#showNothing(opened.whyNot);
        else this.#show(opened);
      },
      (error) => {
        // Without a connection, the text stays. A later event requests it again.
        if (!this.#isClosed && !connection.isAway.peek()) toasts.showError(error);
      },
    );
  }

  #showNothing(whyNot: string): void {
    this.#view?.destroy();
    this.#view = undefined;
    this.#change = undefined;
    const message = document.createElement("p");
    message.className = "pane-message";
    message.textContent = whyNot;
    this.element.replaceChildren(message);
    this.#state.value = { hunks: 0, current: -1, note: undefined, whyNot };
  }

  #show(change: OpenChange): void {
    if (this.#change?.version === change.version) return;
    this.#change = change;
    if (this.#view) {
      this.#view.show(change, this.#goTo);
      this.#goTo = undefined;
      this.#update();
      return;
    }
    this.element.replaceChildren();
    this.#view = this.#createView(change);
    this.#closers.push(
      effect(() => {
        const layout = this.#layout;
        if (this.#view && this.#view.layout !== layout) this.#view.setLayout(layout);
      }),
    );
    this.#update();
    const active = document.activeElement;
    if (this.#focusFrom !== undefined && (active === this.#focusFrom || active === document.body)) this.#view.focus();
  }

  #createView(change: OpenChange): ChangeView {
    const { look } = this.#options;
    const { before, after } = change;
    const isLargeText = isLarge(before) || isLarge(after);
    const extensions: Extension[] = [
      displaySetup(look),
      // Wrap lines so that all changes are visible.
      hasHugeLine(before) || hasHugeLine(after) ? [] : EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `${this.path} before the change` }),
    ];
    if (!isLargeText)
      void languageSupportOf(this.path)
        .catch(() => undefined)
        .then((support) => support && this.#view?.setExtensions([extensions, support]));
    return openChangeView({
      parent: this.element,
      change,
      layout: this.#layout,
      extensions,
      resultExtensions: [
        readingSetup(isLargeText),
        EditorView.contentAttributes.of({ "aria-label": `${this.path} on disk` }),
      ],
      onChanged: () => this.#update(),
      onDecided: (decision, hunk) => this.decideHunk(decision, hunk),
      onFileDecided: (decision) => this.decideFile(decision),
    });
  }

  #update(): void {
    const view = this.#view;
    if (!view || this.#isClosed) return;
    this.#state.value = { hunks: view.change.hunks.length, current: view.currentHunk, note: view.note };
  }
}
