/** What this browser remembers of how the user likes the page. Nothing of it leaves the browser. */
import { effect, type Signal, signal } from "@preact/signals";
import type { ReviewLayout } from "@tandem/codemirror";

/** `system` follows the system. */
export type ThemeChoice = "system" | "light" | "dark";

/** Each a signal that is remembered when it is set. */
export interface Preferences {
  readonly theme: Signal<ThemeChoice>;
  readonly reviewLayout: Signal<ReviewLayout>;
  readonly sidebarWidth: Signal<number>;
  readonly isSidebarOpen: Signal<boolean>;
  /** The share of the first half, from 0 to 1. */
  readonly splitRatio: Signal<number>;
  readonly terminalHeight: Signal<number>;
}

/** The part of `localStorage` that is used; it may throw where the browser forbids it. */
export interface PreferenceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** A signal that is remembered. What was stored and makes no sense any more is the default again. */
function remembered<T>(storage: PreferenceStorage, name: string, initial: T, isValid: (value: unknown) => value is T) {
  const key = `tandem.${name}`;
  const value = signal(readStored(storage, key, initial, isValid));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      storage.setItem(key, text);
    } catch {
      // A browser that stores nothing still shows the page.
    }
  });
  return value;
}

function readStored<T>(
  storage: PreferenceStorage,
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): T {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return isValid(stored) ? stored : initial;
  } catch {
    return initial;
  }
}

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: unknown): value is T =>
    values.some((each) => each === value);
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const within =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    typeof value === "number" && value >= least && value <= most;

/** As they were left, or the defaults. */
export function readPreferences(storage: PreferenceStorage): Preferences {
  return {
    theme: remembered<ThemeChoice>(storage, "theme", "system", oneOf("system", "light", "dark")),
    reviewLayout: remembered<ReviewLayout>(storage, "reviewLayout", "side-by-side", oneOf("side-by-side", "unified")),
    sidebarWidth: remembered(storage, "sidebarWidth", 264, within(160, 800)),
    isSidebarOpen: remembered(storage, "isSidebarOpen", true, isBoolean),
    splitRatio: remembered(storage, "splitRatio", 0.5, within(0.15, 0.85)),
    terminalHeight: remembered(storage, "terminalHeight", 300, within(80, 2000)),
  };
}
