/** Tracks the tabs in front, and where the focus goes when they change. Reports changes to the host. */
import { effect } from "@preact/signals";
import type { Events, Group, Model, Tab } from "../../messages.js";
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Panes } from "../panes/panes.js";
import { type Arrival, chooseArrival, type FocusState } from "./review-arrival.js";
import { activeTab, bringToFront, isSameView, neighbourOf, settle } from "./window-view.js";

interface LayoutParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly panes: Panes;
  focusState(): FocusState;
  /** A review opened in the background because the user is typing. */
  reviewArrived(tab: Tab): void;
}

type Show = Events["show"];
/** `isAsked`: the user asked for it here, so it comes to the front even while they type. */
type AwaitedShow = Show & { readonly isAsked?: boolean };

export class Layout {
  readonly #parts: LayoutParts;
  /** Arrived before the model that contains its tab. */
  #awaited: AwaitedShow | undefined;
  /** The element with the focus before a review came to the front, by the review's tab. */
  readonly #focusBefore = new Map<string, Element | null>();
  /** The review that opens when the key, another review's tab, closes. */
  readonly #next = new Map<string, string>();
  /** The element that is about to get the focus back. */
  #returning: Element | null | undefined;

  constructor(parts: LayoutParts) {
    this.#parts = parts;
    const { connection, store } = parts;
    connection.on("welcome", ({ view }) => {
      if (isSameView(store.view.peek(), { front: [null, null], group: 0 }))
        store.view.value = { ...view, recent: view.front.filter((tab) => tab !== null) };
    });
    connection.on("model", (model) => this.#update(model));
    connection.on("show", (show) => this.#show(show));
    let sent: unknown;
    effect(() => {
      const { front, group } = store.view.value;
      const view = { front: [front[0], front[1]] as [string | null, string | null], group };
      const text = JSON.stringify(view);
      if (connection.state.value !== "open") sent = undefined;
      else if (text !== sent && store.model.value) {
        sent = text;
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

  /** Brings a tab to the front, as soon as the model contains it. */
  bring(id: string, focus: boolean): void {
    const tab = this.tab(id);
    if (tab) this.#bring(tab, focus);
    else this.#awaited = { tab: id, group: 0, inFront: true, focus, isAsked: true };
  }

  /** Brings a tab to the front with the focus as soon as another one has closed, unless the user went elsewhere. */
  bringAfter(closing: string, next: string): void {
    this.#next.set(closing, next);
  }

  /** The tab doesn't close after all. */
  forgetNext(closing: string): void {
    this.#next.delete(closing);
  }

  activate(group: Group): void {
    const { view } = this.#parts.store;
    if (view.peek().group !== group && view.peek().front[group] !== null) view.value = { ...view.peek(), group };
  }

  /** Goes to the tab before or after the active one. */
  step(step: 1 | -1): void {
    const next = neighbourOf(this.#parts.store.view.peek(), this.tabs, step);
    if (next) this.bring(next.id, true);
  }

  focusActive(): void {
    this.#parts.panes.get(activeTab(this.#parts.store.view.peek()))?.focus();
  }

  #update(model: Model): void {
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
      for (const id of before.front) if (id !== null && !this.tab(id)) this.#leave(id);
    }
    for (const id of this.#next.keys()) if (!this.tab(id)) this.#next.delete(id);
    for (const id of this.#focusBefore.keys()) if (!this.tab(id)) this.#focusBefore.delete(id);
  }

  #show(show: AwaitedShow): void {
    const tab = this.tab(show.tab);
    if (!tab) {
      this.#awaited = show;
      return;
    }
    const isArrival = tab.kind === "review" && show.inFront && !show.isAsked;
    const arrival: Arrival = isArrival ? chooseArrival(this.#parts.focusState()) : show;
    if (!arrival.inFront) {
      if (tab.kind === "review") this.#parts.reviewArrived(tab);
    } else this.#bring(tab, arrival.focus);
    if (show.selection && tab.kind === "file") {
      const pane = this.#parts.panes.ensure(tab);
      if (pane.kind === "file") pane.select(show.selection);
    }
  }

  /** An active tab has closed. */
  #leave(closed: string): void {
    const next = this.tab(this.#next.get(closed) ?? "");
    if (next) this.#bring(next, true);
    else this.#returnFocus(closed);
  }

  #bring(tab: Tab, focus: boolean): void {
    const { store, panes } = this.#parts;
    const view = store.view.peek();
    const front = view.front[tab.group];
    if (tab.kind === "review" && front !== tab.id) this.#focusBefore.set(tab.id, this.#focusedElement(front));
    // A tab that opens without the focus must not activate another group.
    store.view.value = bringToFront(view, tab, focus || tab.group === view.group || view.front[view.group] === null);
    const pane = panes.ensure(tab);
    if (focus) requestAnimationFrame(() => pane.focus());
  }

  /**
   * Returns the element with the focus. Between two reviews no element has it for a moment. In that case returns the one
   * that had it before the review in front, or is about to get it back.
   */
  #focusedElement(front: string | null): Element | null {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return activeElement;
    return this.#focusBefore.get(front ?? "") ?? this.#returning ?? activeElement;
  }

  /** After a tab closed, moves the focus back to the element that had it before the review, or to the active tab. */
  #returnFocus(closed: string): void {
    const before = this.#focusBefore.get(closed);
    const hadNoFocus = before === null || before === document.body;
    // The closed tab itself may have the focus. It is removed a moment later.
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
