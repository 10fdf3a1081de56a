/** Owns what the tabs show: makes it when a tab comes to the front first, and closes it with the tab. */
import type { Signal } from "@preact/signals";
import type { ReviewLayout } from "@tandem/codemirror";
import type { Tab } from "../../messages.js";
import { FilePane, type FilePaneEvents } from "./file-pane.js";
import type { PaneParts } from "./pane.js";
import { ReviewPane, type ReviewPaneEvents } from "./review-pane.js";

/** Either kind. */
export type Pane = FilePane | ReviewPane;

/** What panes are made of, and whom they tell. */
export interface PanesOptions extends PaneParts {
  readonly reviewLayout: Signal<ReviewLayout>;
  readonly file: FilePaneEvents;
  readonly review: ReviewPaneEvents;
}

/** What scrolls in a pane. */
const scrollers = ".cm-scroller, .tandem-review-columns, .cells";

/** All panes, by tab. */
export class Panes {
  readonly #options: PanesOptions;
  readonly #panes = new Map<string, Pane>();
  /** How far hidden panes were scrolled: browsers forget that when they hide an element. */
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

  /** The pane of a tab, made when it is asked for first. */
  ensure(tab: Tab): Pane {
    const known = this.#panes.get(tab.id);
    if (known) return known;
    const pane =
      tab.kind === "file"
        ? new FilePane(tab.id, tab.path, this.#options, this.#options.file)
        : new ReviewPane(tab, this.#options, this.#options.reviewLayout, this.#options.review);
    this.#panes.set(tab.id, pane);
    return pane;
  }

  /** Shows a tab in the element of its half, in place of what was there. */
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

  /** Closes the panes of tabs that are gone. */
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
      const place = this.#scrolled.get(scroller);
      if (place) scroller.scrollTo({ ...place, behavior: "instant" });
    }
  }
}
