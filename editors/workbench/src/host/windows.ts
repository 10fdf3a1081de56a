/** The browser's windows on this workbench: who is there, what each has in front, and which one the user is at. */
import { randomUUID } from "node:crypto";
import { type Clock, messageOf } from "@tandem/base";
import type { WindowSocket } from "@tandem/page-door";
import type { EventName, Events, FromPage } from "../messages.js";
import { fromPageSchema } from "../messages.js";
import type { Tabs } from "./tabs.js";
import { WindowView } from "./view.js";

/** A page that reloads is back well within this. */
const reloadMs = 4000;
/** How long an answer may wait for what a window has not yet sent. */
const flushMs = 500;
/** With more than this unsent, what the user does would be seen late. */
const maxUnsentBytes = 1024 * 1024;
/** Views of windows that have gone, for when the browser brings them back. */
const maxRemembered = 50;

/** One window, as long as its page is connected. */
export interface WorkbenchWindow {
  readonly id: string;
  readonly view: WindowView;
  /** How many `show` it was told. */
  shown: number;
  tell<E extends EventName>(event: E, data: Events[E]): void;
}

interface Connected extends WorkbenchWindow {
  readonly socket: WindowSocket;
  isLeaving: boolean;
  /** It was waited for in vain, and has said nothing since. */
  isAsleep: boolean;
  readonly flushes: Map<number, () => void>;
}

export interface WindowsEvents {
  connected(window: WorkbenchWindow): void;
  /** The page is not connected any more; it may come back. */
  disconnected(window: WorkbenchWindow): void;
  /** The user closed the last window that there was; none sleeps that still shows what was in it. */
  lastClosed(): void;
  asked(window: WorkbenchWindow, method: string, params: unknown): Promise<unknown>;
}

export class Windows {
  readonly #tabs: Tabs;
  readonly #events: WindowsEvents;
  readonly #clock: Clock;
  readonly #connected: Connected[] = [];
  readonly #views = new Map<string, WindowView>();
  /** Those whose page said that it goes, until it is clear whether it comes back. */
  readonly #leaving = new Map<string, () => void>();
  /** Those that went without a goodbye, because the browser crashed or put them to sleep: nobody has closed them. */
  readonly #vanished = new Set<string>();
  /** What the user looked at last: what there is while no window is connected, and what the next one begins with. */
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

  /** The window that the user is at, or was at last; undefined while none is connected. */
  get current(): WorkbenchWindow | undefined {
    return this.#connected[0];
  }

  /** A window is connected, or reloads this moment. */
  get isAnybodyThere(): boolean {
    return this.#connected.length + this.#leaving.size > 0;
  }

  /** The window that the user is at reads more slowly than it is told. Others may sleep: nobody waits for those. */
  get isBehind(): boolean {
    return (this.#connected[0]?.socket.unsentBytes ?? 0) > maxUnsentBytes;
  }

  /** What the user has in front. */
  get currentView(): WindowView {
    return this.current?.view ?? this.#lastView;
  }

  /** The user is at this window now. */
  focus(window: WorkbenchWindow): void {
    const index = this.#connected.findIndex(({ id }) => id === window.id);
    if (index < 0) return;
    this.#connected.unshift(...this.#connected.splice(index, 1));
    this.#lastView = window.view;
  }

  /** A page has come through the door. */
  add(socket: WindowSocket): void {
    const known = socket.name !== undefined && !this.#connected.some(({ id }) => id === socket.name);
    const id = known && socket.name !== undefined ? socket.name : randomUUID();
    const window: Connected = {
      id,
      socket,
      view: this.#views.get(id) ?? new WindowView(this.#tabs, this.#lastView),
      shown: 0,
      isLeaving: false,
      isAsleep: false,
      flushes: new Map(),
      tell: (event, data) => {
        if (event === "show") window.shown++;
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
    window.tell("welcome", { window: id, view: window.view.value });
    this.#events.connected(window);
  }

  tellAll<E extends EventName>(event: E, data: Events[E]): void {
    for (const window of this.#connected) window.tell(event, data);
  }

  /** The page has said that it goes. */
  leave(window: WorkbenchWindow): void {
    const found = this.#connected.find((each) => each === window);
    if (found) found.isLeaving = true;
  }

  /** Waits until what was typed in the windows so far has arrived here; a window that sleeps is waited for once. */
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
              window.isAsleep = true;
              done();
            });
            window.flushes.set(number, done);
            window.tell("flush", { flush: number });
            if (window.isAsleep) done();
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
      window.socket.close(1008, "Not a message of this page");
      return;
    }
    window.isAsleep = false;
    if ("flushed" in message) window.flushes.get(message.flushed)?.();
    if (!("id" in message)) return;
    const { id, method, params } = message;
    // A window that has gone needs no answer: its socket drops it.
    const answer = (reply: { result: unknown } | { error: string }) =>
      window.socket.send(JSON.stringify({ id, ...reply }));
    this.#events.asked(window, method, params).then(
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
    // Only the page's own word counts: a browser closes the socket of a page that crashed as if the user had.
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
