/** Owns the panes. A pane is created when its tab first comes to the front, and closed with the tab. */
import type { Tab } from "../../messages.js";
import { ChangePane, type ChangePaneOptions } from "../changes/change-pane.js";
import { FilePane, type FilePaneEvents } from "./file-pane.js";
import type { PaneParts } from "./pane.js";
import { ReviewPane } from "./review-pane.js";

type Pane = FilePane | ReviewPane | ChangePane;

interface PanesOptions extends PaneParts, ChangePaneOptions {
  readonly file: FilePaneEvents;
  reviewDecided(pane: ReviewPane, accepted: boolean): void;
}

/** The scrollable elements in a pane. */
const scrollers = ".cm-scroller, .tandem-review-columns, .cells";

export class Panes {
  readonly #options: PanesOptions;
  readonly #panes = new Map<string, Pane>();
  /** Scroll positions of hidden panes, which browsers don't keep. */
  readonly #scrolled = new WeakMap<Element, { readonly top: number; readonly left: number }>();

  constructor(options: PanesOptions) {
    this.#options = options;
  }

  get all(): readonly Pane[] {
    return [...this.#panes.values()];
  }

  get(tab: string | null): Pane | undefined {
    return tab === null ? undefined : this.#panes.get(tab);
  }

  /** Returns the pane of a tab, and creates it if necessary. */
  ensure(tab: Tab): Pane {
    const known = this.#panes.get(tab.id);
    if (known) return known;
    const pane = this.#create(tab);
    this.#panes.set(tab.id, pane);
    return pane;
  }

  #create(tab: Tab): Pane {
    switch (tab.kind) {
      case "file":
        return new FilePane(tab.id, tab.path, this.#options, this.#options.file);
      case "review":
        return new ReviewPane(tab, this.#options);
      case "change":
        return new ChangePane(tab, this.#options);
    }
  }

  /** Shows a tab in the element of its group. Hides the previous one. */
  mount(host: HTMLElement, tab: Tab | undefined): void {
    const pane = tab && this.ensure(tab);
    for (const child of [...host.children]) {
      if (child === pane?.element || !(child instanceof HTMLElement) || child.hidden) continue;
      this.#rememberScroll(child);
      child.hidden = true;
    }
    if (!pane) return;
    const isMoved = pane.element.parentElement !== host;
    if (isMoved) {
      if (pane.element.isConnected && !pane.element.hidden) this.#rememberScroll(pane.element);
      host.append(pane.element);
    }
    if (!pane.element.hidden && !isMoved) return;
    pane.element.hidden = false;
    this.#restoreScroll(pane.element);
  }

  /** Closes the panes of closed tabs. */
  keepOnly(tabs: readonly Tab[]): void {
    const open = new Set(tabs.map((tab) => tab.id));
    for (const [id, pane] of this.#panes) {
      if (open.has(id)) continue;
      this.#panes.delete(id);
      pane.close();
    }
  }

  #rememberScroll(element: HTMLElement): void {
    for (const scroller of element.querySelectorAll(scrollers))
      this.#scrolled.set(scroller, { top: scroller.scrollTop, left: scroller.scrollLeft });
  }

  #restoreScroll(element: HTMLElement): void {
    for (const scroller of element.querySelectorAll(scrollers)) {
      const position = this.#scrolled.get(scroller);
      if (position) scroller.scrollTo({ ...position, behavior: "instant" });
    }
  }
}
