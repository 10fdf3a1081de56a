/** The windows of an application. The one that had the focus last speaks for the user. */
import type { WireTab } from "../messages.js";
import type { HostWindow } from "./window.js";

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
    const ofWindows = await Promise.all(
      this.#all.map(async (window) => {
        try {
          return { window, tabs: await window.ask("tabs", {}, signal) };
        } catch (error) {
          // One that has gone in the meantime has no tabs; anything else is told.
          if (window.isClosed) return { window, tabs: [] };
          throw error;
        }
      }),
    );
    let firstGroup = 0;
    return ofWindows.flatMap(({ window, tabs }) => {
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
}

function take<Item>(items: Item[], item: Item): void {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
}
