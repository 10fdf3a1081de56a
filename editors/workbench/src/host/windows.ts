/** The connected browser windows, their views, and which one is current. */
import { randomUUID } from "node:crypto";
import { type Clock, messageOf } from "@tandem-ide/base";
import type { WindowSocket } from "@tandem-ide/page-server";
import { type EventName, type Events, type FromPage, fromPageSchema } from "../messages.js";
import type { Tabs } from "./tabs.js";
import { WindowView } from "./view.js";

/** A reloading page is back well within this time. */
const reloadMs = 4000;
/** How long a response may wait for changes that a window has not sent yet. */
const flushMs = 500;
/** With more unsent data than this, the window would respond too slowly. */
const maxUnsentBytes = 1024 * 1024;
/** How many views of closed windows are kept, in case the browser restores them. */
const maxRemembered = 50;

/** A window whose page is connected. */
export interface WorkbenchWindow {
  readonly id: string;
  readonly view: WindowView;
  /** How many `show` events it was sent. */
  showCount: number;
  send<E extends EventName>(event: E, data: Events[E]): void;
}

interface Connected extends WorkbenchWindow {
  readonly socket: WindowSocket;
  isLeaving: boolean;
  isFocused: boolean;
  /** A flush timed out, and the window has sent nothing since. */
  isUnresponsive: boolean;
  readonly flushes: Map<number, () => void>;
}

export interface WindowsEvents {
  connected(window: WorkbenchWindow): void;
  /** The page has disconnected. It may come back. */
  disconnected(window: WorkbenchWindow): void;
  /** The user closed the last window, and no suspended one is left. */
  lastClosed(): void;
  requested(window: WorkbenchWindow, method: string, params: unknown): Promise<unknown>;
}

export class Windows {
  readonly #tabs: Tabs;
  readonly #events: WindowsEvents;
  readonly #clock: Clock;
  readonly #connected: Connected[] = [];
  readonly #views = new Map<string, WindowView>();
  /** Windows whose page is closing, until it is clear whether it was a reload. */
  readonly #leaving = new Map<string, () => void>();
  /** Windows that disconnected without leaving, because the browser crashed or suspended them. */
  readonly #vanished = new Set<string>();
  /** The view of the window that was current last: used while no window is connected, and copied for the next one. */
  #lastView: WindowView;
  #flushCount = 0;

  constructor(tabs: Tabs, clock: Clock, events: WindowsEvents) {
    this.#tabs = tabs;
    this.#clock = clock;
    this.#events = events;
    this.#lastView = new WindowView(tabs);
  }

  get all(): readonly WorkbenchWindow[] {
    return this.#connected;
  }

  /** The window that last had the focus; undefined while none is connected. */
  get current(): WorkbenchWindow | undefined {
    return this.#connected[0];
  }

  /** A window is connected or reloading. */
  get hasWindow(): boolean {
    return this.#connected.length + this.#leaving.size > 0;
  }

  /** The current window reads slowly. Other windows may be suspended, so they don't count. */
  get isBehind(): boolean {
    return (this.#connected[0]?.socket.unsentBytes ?? 0) > maxUnsentBytes;
  }

  get currentView(): WindowView {
    return this.current?.view ?? this.#lastView;
  }

  /** One of the windows has the focus, as far as its page can tell. */
  get isFocused(): boolean {
    return this.#connected.some(({ isFocused }) => isFocused);
  }

  setFocused(window: WorkbenchWindow, isFocused: boolean): void {
    const found = this.#connected.find((connected) => connected === window);
    if (found) found.isFocused = isFocused;
  }

  focus(window: WorkbenchWindow): void {
    const index = this.#connected.findIndex(({ id }) => id === window.id);
    if (index < 0) return;
    this.#connected.unshift(...this.#connected.splice(index, 1));
    this.#lastView = window.view;
  }

  add(socket: WindowSocket): void {
    const isReturning = socket.name !== undefined && !this.#connected.some(({ id }) => id === socket.name);
    const id = isReturning && socket.name !== undefined ? socket.name : randomUUID();
    const window: Connected = {
      id,
      socket,
      view: this.#views.get(id) ?? new WindowView(this.#tabs, this.#lastView),
      showCount: 0,
      isLeaving: false,
      isFocused: false,
      isUnresponsive: false,
      flushes: new Map(),
      send: (event, data) => {
        if (event === "show") window.showCount++;
        socket.send(JSON.stringify({ event, data }));
      },
    };
    this.#remember(window);
    this.#leaving.get(id)?.();
    this.#leaving.delete(id);
    this.#vanished.delete(id);
    this.#connected.push(window);
    if (this.#connected.length === 1) this.#lastView = window.view;
    socket.onMessage((text) => this.#received(window, text));
    socket.onClose(() => this.#closed(window));
    window.send("welcome", { window: id, view: window.view.value });
    this.#events.connected(window);
  }

  broadcast<E extends EventName>(event: E, data: Events[E]): void {
    for (const window of this.#connected) window.send(event, data);
  }

  leave(window: WorkbenchWindow): void {
    const found = this.#connected.find((connected) => connected === window);
    if (found) found.isLeaving = true;
  }

  /** Waits until all windows have sent the text typed so far. Doesn't wait again for a window that timed out. */
  async flush(): Promise<void> {
    await Promise.all(
      this.#connected.map(
        (window) =>
          new Promise<void>((resolve) => {
            const number = ++this.#flushCount;
            const done = () => {
              window.flushes.delete(number);
              cancel();
              resolve();
            };
            const cancel = this.#clock.after(flushMs, () => {
              window.isUnresponsive = true;
              done();
            });
            window.flushes.set(number, done);
            window.send("flush", { flush: number });
            if (window.isUnresponsive) done();
          }),
      ),
    );
  }

  close(): void {
    for (const cancel of this.#leaving.values()) cancel();
    this.#leaving.clear();
    this.#connected.length = 0;
  }

  #remember({ id, view }: Connected): void {
    this.#views.delete(id);
    this.#views.set(id, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size <= maxRemembered || oldest === undefined) return;
    this.#views.delete(oldest);
    this.#vanished.delete(oldest);
  }

  #received(window: Connected, text: string): void {
    let message: FromPage;
    try {
      message = fromPageSchema.parse(JSON.parse(text));
    } catch {
      window.socket.close(1008, "Invalid message from the page");
      return;
    }
    window.isUnresponsive = false;
    if ("flushed" in message) window.flushes.get(message.flushed)?.();
    if (!("id" in message)) return;
    const { id, method, params } = message;
    // The socket drops the response if the window is gone.
    const answer = (reply: { result: unknown } | { error: string }) =>
      window.socket.send(JSON.stringify({ id, ...reply }));
    this.#events.requested(window, method, params).then(
      (result) => answer({ result: result ?? null }),
      (error) => answer({ error: messageOf(error) }),
    );
  }

  #closed(window: Connected): void {
    const index = this.#connected.indexOf(window);
    if (index < 0) return;
    this.#connected.splice(index, 1);
    for (const done of [...window.flushes.values()]) done();
    this.#events.disconnected(window);
    // Only the page's `window.leave` counts: a browser closes the socket of a crashed page as if the user had closed it.
    if (!window.isLeaving) {
      this.#vanished.add(window.id);
      return;
    }
    const cancel = this.#clock.after(reloadMs, () => {
      this.#leaving.delete(window.id);
      if (this.#connected.length + this.#leaving.size + this.#vanished.size === 0) this.#events.lastClosed();
    });
    this.#leaving.set(window.id, cancel);
  }
}
