import type { Extension } from "@codemirror/state";
import type { DiffDecision, ReviewState } from "@tandem/base/review";
import type { Review, ReviewLayout } from "./types.js";

/** What a panel shows: the part of `DiffProposal` of `@tandem/server` that people see. */
export interface PanelProposal {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly isNewFile: boolean;
  readonly hasUnsavedChanges: boolean;
  /** Who proposes it, e.g. `claude-code 2.1.0`. */
  readonly clientName?: string;
}

/** What a panel is made of. */
export interface ReviewPanelOptions {
  /** The panel fills it; give it a height. */
  readonly parent: HTMLElement;
  readonly proposal: PanelProposal;
  /** By default the file's name. */
  readonly title?: string;
  /** Goes on where the user was. */
  readonly state?: ReviewState;
  /** What the user prefers, by default side by side. A narrow panel is unified all the same. */
  readonly layout?: ReviewLayout;
  readonly onLayoutChanged?: (layout: ReviewLayout) => void;
  /** For both editors: language, theme, `EditorView.cspNonce`, … */
  readonly extensions?: Extension;
  /** For the editor of the result only. */
  readonly resultExtensions?: Extension;
  /** The user has decided. Called once; the panel stays until it is destroyed. */
  readonly onDecided: (decision: DiffDecision) => void;
  /** The user has typed or decided, or taken that back. May come with every key. */
  readonly onStateChanged?: (state: ReviewState) => void;
}

/** A panel on the screen. Whoever opened it destroys it. */
export interface ReviewPanel {
  readonly element: HTMLElement;
  readonly review: Review;
  /** What the user has made of it so far; another panel can go on with it. */
  readonly state: ReviewState;
  /** Accepts the text as it is; with every change rejected that is a rejection. */
  accept(): void;
  reject(): void;
  /** Replaces the `extensions` of both editors. */
  setExtensions(extensions: Extension): void;
  focus(): void;
  destroy(): void;
}
