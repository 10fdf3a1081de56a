/** What the page shows, as signals. The host's words and the user's commands write here; components only read. */
import { type Signal, signal } from "@preact/signals";
import type { Model } from "../../messages.js";
import type { OfferedDraft } from "../../messages-drafts.js";
import { emptyView, type WindowView } from "../layout/window-view.js";

/** A short word to the user. */
export interface Toast {
  readonly id: number;
  readonly kind: "info" | "warning" | "error";
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
  /** A newer toast of the same topic takes the place of this one. */
  readonly topic?: string;
}

/** What lies over the page, one at a time. */
export type Dialog =
  | { readonly kind: "quick-open"; readonly text: string }
  | { readonly kind: "close-tab"; readonly tab: string }
  | { readonly kind: "privacy" }
  | { readonly kind: "keyboard" }
  | { readonly kind: "new-file"; readonly folder: string }
  | { readonly kind: "add-folder" }
  | { readonly kind: "draft"; readonly draft: OfferedDraft }
  /** Something that cannot be taken back. */
  | {
      readonly kind: "confirm";
      readonly title: string;
      readonly text: string;
      readonly button: string;
      run(): void;
    };

/** Line and column, from 1, and how much is selected. */
export interface CursorPlace {
  readonly line: number;
  readonly column: number;
  readonly selected: number;
}

/** A menu at a place of the window. */
export interface ContextMenu {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly items: readonly { readonly label: string; readonly keys?: string; run(): void }[];
  /** Where the keyboard goes when the menu closes. */
  readonly owner: HTMLElement | null;
}

/** All of it. */
export interface Store {
  readonly model: Signal<Model | undefined>;
  readonly view: Signal<WindowView>;
  readonly toasts: Signal<readonly Toast[]>;
  readonly dialog: Signal<Dialog | undefined>;
  readonly menu: Signal<ContextMenu | undefined>;
  readonly cursor: Signal<CursorPlace | undefined>;
  readonly isTerminalOpen: Signal<boolean>;
  readonly isDark: Signal<boolean>;
  /** The window has no room for files beside the text, so they lie over it while they are wanted. */
  readonly isNarrow: Signal<boolean>;
  readonly isDrawerOpen: Signal<boolean>;
}

/** An empty one. */
export function createStore(): Store {
  return {
    model: signal(undefined),
    view: signal(emptyView),
    toasts: signal([]),
    dialog: signal(undefined),
    menu: signal(undefined),
    cursor: signal(undefined),
    isTerminalOpen: signal(false),
    isDark: signal(false),
    isNarrow: signal(false),
    isDrawerOpen: signal(false),
  };
}
