/** The user's preferences, stored in this browser only. */
import { effect, type Signal, signal } from "@preact/signals";
import type { ReviewLayout } from "@tandem-ide/codemirror";
import type { NotificationChoice } from "../../messages.js";

export type ThemeChoice = "system" | "light" | "dark";

/** Each signal is stored when it changes. */
export interface Preferences {
  readonly theme: Signal<ThemeChoice>;
  readonly reviewLayout: Signal<ReviewLayout>;
  readonly sidebarWidth: Signal<number>;
  readonly isSidebarOpen: Signal<boolean>;
  /** The fraction of the width that the left editor group takes, from 0 to 1. */
  readonly splitRatio: Signal<number>;
  readonly terminalHeight: Signal<number>;
  /** After a decision, the next pending review opens. */
  readonly opensNextReview: Signal<boolean>;
  readonly notifications: Signal<NotificationChoice>;
  /** The user has read the introduction to the list of changes. */
  readonly knowsChanges: Signal<boolean>;
}

/** The part of `localStorage` that is used. It may throw if the browser forbids storage. */
interface PreferenceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Creates a signal that is stored. An invalid stored value is replaced by the initial one. */
function storedSignal<T>(
  storage: PreferenceStorage,
  name: string,
  initial: T,
  isValid: (value: unknown) => value is T,
) {
  const key = `tandem.${name}`;
  const value = signal(readStored(storage, key, initial, isValid));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      storage.setItem(key, text);
    } catch {
      // Without storage the preferences last until the page is closed.
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
  (min: number, max: number) =>
  (value: unknown): value is number =>
    typeof value === "number" && value >= min && value <= max;

export function readPreferences(storage: PreferenceStorage): Preferences {
  return {
    theme: storedSignal<ThemeChoice>(storage, "theme", "system", oneOf("system", "light", "dark")),
    reviewLayout: storedSignal<ReviewLayout>(storage, "reviewLayout", "side-by-side", oneOf("side-by-side", "unified")),
    sidebarWidth: storedSignal(storage, "sidebarWidth", 264, within(160, 800)),
    isSidebarOpen: storedSignal(storage, "isSidebarOpen", true, isBoolean),
    splitRatio: storedSignal(storage, "splitRatio", 0.5, within(0.15, 0.85)),
    opensNextReview: storedSignal(storage, "opensNextReview", true, isBoolean),
    notifications: storedSignal<NotificationChoice>(
      storage,
      "notifications",
      "off",
      oneOf("off", "on", "with-file-names"),
    ),
    knowsChanges: storedSignal(storage, "knowsChanges", false, isBoolean),
    terminalHeight: storedSignal(storage, "terminalHeight", 300, within(80, 2000)),
  };
}
