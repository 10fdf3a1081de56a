/** The state of the page as signals. Events from the host and commands write it, components only read it. */
import { type Signal, signal } from "@preact/signals";
import type { Model } from "../../messages.js";
import type { OfferedDraft } from "../../messages-drafts.js";
import { emptyView, type WindowView } from "../layout/window-view.js";

export interface Toast {
  readonly id: number;
  readonly kind: "info" | "warning" | "error";
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
  /** A newer toast with the same topic replaces this one. */
  readonly topic?: string;
  /** From the third on, the toasts of a pile are one. */
  readonly pile?: { readonly name: string; describe(count: number): string };
  /** How many toasts of its pile this one stands for. */
  readonly count?: number;
}

/** The open dialog. There is at most one. */
export type Dialog =
  | { readonly kind: "quick-open"; readonly text: string }
  | { readonly kind: "close-tab"; readonly tab: string }
  | { readonly kind: "privacy" }
  | { readonly kind: "keyboard" }
  | { readonly kind: "decisions" }
  | { readonly kind: "new-file"; readonly folder: string }
  | { readonly kind: "add-folder" }
  | { readonly kind: "draft"; readonly draft: OfferedDraft }
  /** Confirms an action that can't be undone. */
  | {
      readonly kind: "confirm";
      readonly title: string;
      readonly text: string;
      readonly button: string;
      run(): void;
    };

/** Line and column are counted from 1. */
export interface CursorPosition {
  readonly line: number;
  readonly column: number;
  readonly selected: number;
}

export interface ContextMenu {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly items: readonly { readonly label: string; readonly keys?: string; run(): void }[];
  /** Gets the focus back when the menu closes. */
  readonly owner: HTMLElement | null;
}

export interface Store {
  readonly model: Signal<Model | undefined>;
  readonly view: Signal<WindowView>;
  readonly toasts: Signal<readonly Toast[]>;
  readonly dialog: Signal<Dialog | undefined>;
  readonly menu: Signal<ContextMenu | undefined>;
  readonly cursor: Signal<CursorPosition | undefined>;
  readonly isTerminalOpen: Signal<boolean>;
  readonly isDark: Signal<boolean>;
  /** The window is too narrow for the sidebar, which opens as a drawer over the text. */
  readonly isNarrow: Signal<boolean>;
  readonly isDrawerOpen: Signal<boolean>;
}

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
