/** Owns what this window has in front, and where the keyboard goes when that changes. The host is told of it. */
import { effect } from "@preact/signals";
import type { Events, Group, Model, Tab } from "../../messages.js";
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Panes } from "../panes/panes.js";
import { type Arrival, placeArrival, type Surroundings } from "./arrival.js";
import { activeTab, bringToFront, isSameView, neighbourOf, settle } from "./window-view.js";

/** What it needs. */
export interface LayoutParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly panes: Panes;
  surroundings(): Surroundings;
  /** A review came while the user was typing, so it waits behind. */
  reviewArrived(tab: Tab): void;
}

type Show = Events["show"];

/** What is in front, and how that changes. */
export class Layout {
  readonly #parts: LayoutParts;
  /** Told of before the model that has its tab. */
  #awaited: Show | undefined;
  /** Where the keyboard was before a review came to the front, by the review's tab. */
  readonly #before = new Map<string, Element | null>();
  /** Where the keyboard is on its way back to. */
  #returning: Element | null | undefined;

  constructor(parts: LayoutParts) {
    this.#parts = parts;
    const { connection, store } = parts;
    connection.on("welcome", ({ view }) => {
      if (isSameView(store.view.peek(), { front: [null, null], group: 0 }))
        store.view.value = { ...view, recent: view.front.filter((tab) => tab !== null) };
    });
    connection.on("model", (model) => this.#take(model));
    connection.on("show", (show) => this.#show(show));
    let told: unknown;
    effect(() => {
      const { front, group } = store.view.value;
      const view = { front: [front[0], front[1]] as [string | null, string | null], group };
      const text = JSON.stringify(view);
      if (connection.state.value !== "open") told = undefined;
      else if (text !== told && store.model.value) {
        told = text;
        void connection.request("window.view", view).catch(() => {});
      }
    });
  }

  get tabs(): readonly Tab[] {
    return this.#parts.store.model.peek()?.tabs ?? [];
  }

  get active(): Tab | undefined {
    const id = activeTab(this.#parts.store.view.peek());
    return this.tabs.find((tab) => tab.id === id);
  }

  tab(id: string): Tab | undefined {
    return this.tabs.find((tab) => tab.id === id);
  }

  /** Puts a tab in front; also one that the host has promised and the model does not have yet. */
  bring(id: string, focus: boolean): void {
    const tab = this.tab(id);
    if (tab) this.#bring(tab, focus);
    else this.#awaited = { tab: id, group: 0, inFront: true, focus };
  }

  activate(group: Group): void {
    const { view } = this.#parts.store;
    if (view.peek().group !== group && view.peek().front[group] !== null) view.value = { ...view.peek(), group };
  }

  /** The tab before or after the active one. */
  step(step: 1 | -1): void {
    const next = neighbourOf(this.#parts.store.view.peek(), this.tabs, step);
    if (next) this.bring(next.id, true);
  }

  focusActive(): void {
    this.#parts.panes.get(activeTab(this.#parts.store.view.peek()))?.focus();
  }

  #take(model: Model): void {
    const { store, panes } = this.#parts;
    const before = store.view.peek();
    store.model.value = model;
    panes.keepOnly(model.tabs);
    const view = settle(before, model.tabs);
    if (!isSameView(view, before) || view.recent.length !== before.recent.length) store.view.value = view;
    if (this.#awaited && this.tab(this.#awaited.tab)) {
      const awaited = this.#awaited;
      this.#awaited = undefined;
      this.#show(awaited);
    } else {
      for (const id of before.front) if (id !== null && !this.tab(id)) this.#returnFocus(id);
    }
    for (const id of this.#before.keys()) if (!this.tab(id)) this.#before.delete(id);
  }

  #show(show: Show): void {
    const tab = this.tab(show.tab);
    if (!tab) {
      this.#awaited = show;
      return;
    }
    const arrival: Arrival = tab.kind === "review" && show.inFront ? placeArrival(this.#parts.surroundings()) : show;
    if (!arrival.inFront) {
      if (tab.kind === "review") this.#parts.reviewArrived(tab);
    } else this.#bring(tab, arrival.focus);
    if (show.selection && tab.kind === "file") {
      const pane = this.#parts.panes.ensure(tab);
      if (pane.kind === "file") pane.select(show.selection);
    }
  }

  #bring(tab: Tab, focus: boolean): void {
    const { store, panes } = this.#parts;
    const view = store.view.peek();
    const front = view.front[tab.group];
    if (tab.kind === "review" && front !== tab.id) this.#before.set(tab.id, this.#keyboardPlace(front));
    // Without the keyboard it must not take over the half in which the keyboard is.
    store.view.value = bringToFront(view, tab, focus || tab.group === view.group || view.front[view.group] === null);
    const pane = panes.ensure(tab);
    if (focus) requestAnimationFrame(() => pane.focus());
  }

  /**
   * Where the keyboard is. Between one review and the next it is nowhere for a moment: then it counts as where it was
   * before the one that is still in front, or where it is going back to.
   */
  #keyboardPlace(front: string | null): Element | null {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return activeElement;
    return this.#before.get(front ?? "") ?? this.#returning ?? activeElement;
  }

  /** A tab was closed, and the keyboard with it: back to where that was before the review, or to what is in front now. */
  #returnFocus(closed: string): void {
    const before = this.#before.get(closed);
    const hadNoFocus = before === null || before === document.body;
    // Its own tab may have the keyboard, and goes a moment later.
    const isGoing = (element: Element) => element.closest(`[data-tab="${closed}"]`) !== null;
    this.#returning = before;
    requestAnimationFrame(() => {
      this.#returning = undefined;
      const at = document.activeElement;
      if (hadNoFocus || (at && at !== document.body && !isGoing(at))) return;
      const canTake = before instanceof HTMLElement && before.isConnected && before.checkVisibility();
      if (canTake && !isGoing(before)) before.focus();
      else this.focusActive();
    });
  }
}
