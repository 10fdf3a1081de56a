/** The windows of an application. The one that last had the focus is active. */
import { Condition } from "@tandem-ide/base";
import type { HostRequests, HostResults, WireTab } from "../messages.js";
import type { HostWindow } from "./window.js";

/** A window that takes longer than this to answer is left out. */
const windowTimeoutMs = 500;

/** Returns a signal that aborts with `signal` or after the time that a window may take to answer. */
export function withWindowTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(windowTimeoutMs)]);
}

export class Windows {
  readonly #all: HostWindow[] = [];
  /** The active one last. */
  readonly #byFocus: HostWindow[] = [];
  readonly #arrivals = new Condition();

  get all(): readonly HostWindow[] {
    return this.#all;
  }

  get active(): HostWindow | undefined {
    return this.#byFocus.at(-1);
  }

  /** The windows, active one first. */
  get byFocus(): readonly HostWindow[] {
    return this.#byFocus.toReversed();
  }

  /** Whether a window can save documents. True without windows, because the next one may. */
  get canSave(): boolean {
    return this.#all.length === 0 || this.#all.some(({ canSave }) => canSave);
  }

  add(window: HostWindow): void {
    this.#all.push(window);
    // A new window isn't active until it reports that it has the focus.
    this.#byFocus.unshift(window);
    this.#arrivals.notifyAll();
  }

  remove(window: HostWindow): void {
    removeFrom(this.#all, window);
    removeFrom(this.#byFocus, window);
  }

  focused(window: HostWindow): void {
    if (!this.#all.includes(window)) return;
    removeFrom(this.#byFocus, window);
    this.#byFocus.push(window);
  }

  /** Returns the active window, or waits for the next one. */
  async whenAny(signal: AbortSignal): Promise<HostWindow> {
    for (;;) {
      if (this.active) return this.active;
      signal.throwIfAborted();
      await this.#arrivals.wait(signal);
    }
  }

  /** Returns the tabs of all windows. Each window has its own groups, numbered in the order of the windows. */
  async tabs(signal: AbortSignal): Promise<{ readonly window: HostWindow; readonly tab: WireTab }[]> {
    const { active } = this;
    let firstGroup = 0;
    return (await this.#requestAll("tabs", {}, signal)).flatMap(({ window, answer: tabs }) => {
      const group = firstGroup;
      firstGroup += 1 + Math.max(0, ...tabs.map(({ groupIndex }) => groupIndex));
      return tabs.map((tab) => ({
        window,
        tab: {
          ...tab,
          groupIndex: group + tab.groupIndex,
          isGroupActive: tab.isGroupActive && window === active,
        },
      }));
    });
  }

  /** Sends a request to all windows. Leaves out those that close, and those that hang unless there is only one. */
  async #requestAll<Name extends keyof HostResults & keyof HostRequests>(
    name: Name,
    params: HostRequests[Name],
    signal: AbortSignal,
  ): Promise<{ readonly window: HostWindow; readonly answer: HostResults[Name] }[]> {
    const limit = this.#all.length > 1 ? withWindowTimeout(signal) : signal;
    const answers = this.#all.map(async (window) => {
      try {
        return [{ window, answer: await window.request(name, params, limit, 0) }];
      } catch (error) {
        if (window.isClosed || (limit.aborted && !signal.aborted)) return [];
        throw error;
      }
    });
    return (await Promise.all(answers)).flat();
  }
}

function removeFrom<Item>(items: Item[], item: Item): void {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}
