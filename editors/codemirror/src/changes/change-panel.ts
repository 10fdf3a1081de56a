/** A file's change with a bar above it, kept up to date. For applications without a view of changes. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { messageOf } from "@tandem-ide/base";
import type { FileChange, OpenChange } from "@tandem-ide/changes/model";
import type { ShownChanges } from "@tandem-ide/changes/remote";
import { create } from "../review/bar-elements.js";
import { applyThemeOf, panelStyle, sideBySideWidth } from "../review/panel-style.js";
import type { ReviewLayout } from "../review/types.js";
import { ChangeActions, type ChangePrompts } from "./change-actions.js";
import { ChangeBar } from "./change-bar.js";
import { type ChangeView, openChangeView } from "./change-view.js";
import { findListed } from "./listed.js";
import type { ChangeDecision } from "./types.js";

export interface ChangePanelOptions {
  /** The panel fills this element, so give it a height. */
  readonly parent: HTMLElement;
  readonly changes: ShownChanges;
  readonly prompts: ChangePrompts;
  readonly turn: string;
  readonly path: string;
  /** The user's preference, `side-by-side` by default. A narrow panel is always unified. */
  readonly layout?: ReviewLayout;
  readonly onLayoutChanged?: (layout: ReviewLayout) => void;
  /** For both editors: language, theme, `EditorView.cspNonce`, … */
  readonly extensions?: Extension;
  /** Called once when nothing is left to decide in this file. Close the panel. */
  readonly onGone: () => void;
}

/** An open panel. Call `destroy` to close it. */
export interface ChangePanel {
  readonly element: HTMLElement;
  /** Undefined while the file has no text to show, for example an image. */
  readonly view: ChangeView | undefined;
  /** Resolves when the change is shown. */
  readonly shown: Promise<void>;
  /** Keeps or undoes a hunk, by default the one at the cursor. */
  decideHunk(decision: ChangeDecision, hunk?: number): void;
  decideFile(decision: ChangeDecision): void;
  /** Replaces the `extensions` of both editors. */
  setExtensions(extensions: Extension): void;
  focus(): void;
  destroy(): void;
}

/**
 * Opens a file's change in a turn, with a bar above it. It fills an element. Its colours are those of
 * `openReviewPanel`.
 *
 * @example
 * const panel = openChangePanel({ parent, changes: tandem.changes, prompts, turn, path, onGone: () => panel.destroy() });
 */
export function openChangePanel(options: ChangePanelOptions): ChangePanel {
  return new OpenPanel(options);
}

class OpenPanel implements ChangePanel {
  readonly element = create("div", "tandem-review tandem-change");
  readonly shown: Promise<void>;
  readonly #options: ChangePanelOptions;
  readonly #actions: ChangeActions;
  readonly #bar: ChangeBar;
  readonly #texts = create("div", "tandem-review-texts");
  readonly #watch: ResizeObserver;
  readonly #stop: () => void;
  #extensions: Extension;
  #view: ChangeView | undefined;
  #change: OpenChange | undefined;
  #preferred: ReviewLayout;
  #isWide = true;
  #isClosed = false;
  #deciding: Promise<unknown> = Promise.resolve();
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  /** The hunk to go to when the next state is shown. */
  #goTo: number | undefined;

  constructor(options: ChangePanelOptions) {
    this.#options = options;
    this.#extensions = options.extensions ?? [];
    this.#preferred = options.layout ?? "side-by-side";
    this.#actions = new ChangeActions(options.changes, options.prompts);
    this.#bar = new ChangeBar(options.path, {
      keepFile: () => this.decideFile("keep"),
      undoFile: () => this.decideFile("undo"),
      keepHunk: () => this.decideHunk("keep"),
      undoHunk: () => this.decideHunk("undo"),
      nextChange: () => this.#view?.nextChange(),
      previousChange: () => this.#view?.previousChange(),
      switchLayout: () => this.#switchLayout(),
    });
    this.element.tabIndex = -1;
    this.element.append(this.#bar.element, this.#texts);
    options.parent.append(this.element);
    if (options.parent.clientWidth > 0) this.#isWide = options.parent.clientWidth >= sideBySideWidth;
    this.#applyTheme();
    this.#watch = new ResizeObserver(([entry]) => this.#resized(entry?.contentRect.width ?? 0));
    this.#watch.observe(this.element);
    this.#stop = options.changes.onChanged(() => void this.#refresh());
    this.#updateBar();
    this.shown = this.#refresh();
  }

  get view(): ChangeView | undefined {
    return this.#view;
  }

  decideHunk(decision: ChangeDecision, hunk?: number): void {
    const version = this.#change?.version;
    this.#enqueue(async () => {
      const index = hunk ?? this.#view?.currentHunk ?? -1;
      // A button of an earlier state may have belonged to another hunk.
      if (!this.#change || index < 0 || (hunk !== undefined && this.#change.version !== version)) return;
      const { turn, path } = this.#options;
      const hunks = { version: this.#change.version, indexes: [index] };
      await this.#actions[decision]({ turn, path, hunks });
      await this.#refresh(index);
    });
  }

  decideFile(decision: ChangeDecision): void {
    const { turn, path } = this.#options;
    this.#enqueue(async () => {
      await this.#actions[decision]({ turn, path });
      await this.#refresh();
    });
  }

  setExtensions(extensions: Extension): void {
    this.#extensions = extensions;
    this.#view?.setExtensions(extensions);
    this.#applyTheme();
  }

  focus(): void {
    if (this.#view) this.#view.focus();
    else this.#bar.element.querySelector("button")?.focus();
  }

  destroy(): void {
    this.#isClosed = true;
    this.#stop();
    this.#watch.disconnect();
    this.#view?.destroy();
    this.element.remove();
  }

  get #layout(): ReviewLayout {
    return this.#isWide ? this.#preferred : "unified";
  }

  get #listed(): FileChange | "folder" | undefined {
    const { changes, turn, path } = this.#options;
    return findListed(changes.list, turn, path);
  }

  /** Decisions run one after another, because each needs the state that the previous one leaves. */
  #enqueue(decide: () => Promise<void>): void {
    this.#deciding = this.#deciding.then(() => (this.#isClosed ? undefined : decide())).catch(() => {});
  }

  /** Shows the current state, and goes to this hunk of it if given. Resolves once the newest state is shown. */
  #refresh(hunk?: number): Promise<void> {
    this.#goTo = hunk ?? this.#goTo;
    this.#isStale = true;
    this.#refreshing ??= this.#askAndShow().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #askAndShow(): Promise<void> {
    const { changes, turn, path, onGone } = this.#options;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      const opened = await changes.open(turn, path).catch((error) => ({ whyNot: messageOf(error) }));
      if (this.#isStale || this.#isClosed) continue;
      if (!("whyNot" in opened)) this.#show(opened);
      else {
        this.#showMessage(opened.whyNot);
        if (this.#listed === undefined) onGone();
      }
      this.#updateBar();
    }
  }

  #show(change: OpenChange): void {
    const goTo = this.#goTo;
    this.#goTo = undefined;
    const isShown = this.#change?.version === change.version;
    this.#change = change;
    if (this.#view) {
      if (!isShown) this.#view.show(change, goTo);
      return;
    }
    this.#texts.replaceChildren();
    this.#view = openChangeView({
      parent: this.#texts,
      change,
      layout: this.#layout,
      extensions: this.#extensions,
      resultExtensions: EditorView.contentAttributes.of({ "aria-label": `Changed text of ${change.path}` }),
      // May be called before `this.#view` is set.
      onChanged: () => this.#updateBar(),
      onDecided: (decision, index) => this.decideHunk(decision, index),
      onFileDecided: (decision) => this.decideFile(decision),
    });
  }

  #showMessage(message: string): void {
    // The keys of the application around it keep working.
    if (this.element.contains(this.element.ownerDocument.activeElement)) this.element.focus();
    this.#change = undefined;
    this.#view?.destroy();
    this.#view = undefined;
    this.#texts.replaceChildren(create("p", "tandem-change-message", message));
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
    if (this.#view && this.#view.layout !== this.#layout) this.#view.setLayout(this.#layout);
    this.#updateBar();
  }

  #updateBar(): void {
    const listed = this.#listed;
    this.#bar.update({
      kind: this.#change?.kind ?? (typeof listed === "object" ? listed.kind : undefined),
      count: this.#change?.hunks.length ?? 0,
      current: this.#view?.currentHunk ?? -1,
      note: this.#view?.note,
      canUndo: typeof listed !== "object" || listed.whyNotUndoable === undefined,
      isUnified: this.#layout === "unified",
      isWide: this.#isWide,
    });
  }

  #applyTheme(): void {
    applyThemeOf(this.#extensions, this.element, panelStyle);
  }
}
