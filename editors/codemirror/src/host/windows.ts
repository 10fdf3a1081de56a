/** The windows of an application. The one that had the focus last speaks for the user. */
import type { Answers, Questions, WireTab } from "../messages.js";
import type { HostWindow } from "./window.js";

/** A window that is silent for so long hangs, and the others answer without it. */
const silenceMs = 500;

/** Aborts when `signal` does, or when a window that answers would have answered. */
export function untilSilence(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]);
}

export class Windows {
  /** In the order in which they came. */
  readonly #all: HostWindow[] = [];
  /** The one that had the focus last is the last. */
  readonly #byFocus: HostWindow[] = [];
  readonly #arrivals = new Set<() => void>();

  get all(): readonly HostWindow[] {
    return this.#all;
  }

  get active(): HostWindow | undefined {
    return this.#byFocus.at(-1);
  }

  /** The active one first. */
  get byFocus(): readonly HostWindow[] {
    return this.#byFocus.toReversed();
  }

  /** Whether documents can be saved; with no window yet, the next one may. */
  get canSave(): boolean {
    return this.#all.length === 0 || this.#all.some(({ canSave }) => canSave);
  }

  add(window: HostWindow): void {
    this.#all.push(window);
    // One that comes up behind the user's window does not take its place; it will tell when it has the focus.
    this.#byFocus.unshift(window);
    for (const arrived of [...this.#arrivals]) arrived();
  }

  remove(window: HostWindow): void {
    take(this.#all, window);
    take(this.#byFocus, window);
  }

  focused(window: HostWindow): void {
    if (!this.#all.includes(window)) return;
    take(this.#byFocus, window);
    this.#byFocus.push(window);
  }

  /** The active window; where there is none, the next that comes. */
  async whenAny(signal: AbortSignal): Promise<HostWindow> {
    const { active } = this;
    if (active) return active;
    return await new Promise((resolve, reject) => {
      const over = () => {
        this.#arrivals.delete(arrived);
        signal.removeEventListener("abort", aborted);
      };
      const arrived = () => {
        over();
        const [window] = this.#byFocus;
        if (window) resolve(window);
      };
      const aborted = () => {
        over();
        reject(signal.reason);
      };
      this.#arrivals.add(arrived);
      signal.addEventListener("abort", aborted, { once: true });
      if (signal.aborted) aborted();
    });
  }

  /** The tabs of every window. Each window has groups of its own, in the order of the windows. */
  async tabs(signal: AbortSignal): Promise<{ readonly window: HostWindow; readonly tab: WireTab }[]> {
    const { active } = this;
    let firstGroup = 0;
    return (await this.#askAll("tabs", {}, signal)).flatMap(({ window, answer: tabs }) => {
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

  /** Asks every window. One that goes meanwhile is left out, and so is one that hangs, unless it is the only one. */
  async #askAll<Name extends keyof Answers & keyof Questions>(
    name: Name,
    params: Questions[Name],
    signal: AbortSignal,
  ): Promise<{ readonly window: HostWindow; readonly answer: Answers[Name] }[]> {
    const limit = this.#all.length > 1 ? untilSilence(signal) : signal;
    const answers = this.#all.map(async (window) => {
      try {
        return [{ window, answer: await window.ask(name, params, limit, 0) }];
      } catch (error) {
        if (window.isClosed || (limit.aborted && !signal.aborted)) return [];
        throw error;
      }
    });
    return (await Promise.all(answers)).flat();
  }
}

function take<Item>(items: Item[], item: Item): void {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
}
