import type { Extension } from "@codemirror/state";
import type { DiffDecision, ReviewComment, ReviewState } from "@tandem-ide/base/review";
import type { Review, ReviewLayout } from "./types.js";

/** The visible part of a `DiffProposal` of `@tandem-ide/server`. */
export interface PanelProposal {
  readonly path: string;
  /** The file that the proposal is compared with, if it is another one. */
  readonly oldPath?: string;
  readonly oldText: string;
  readonly newText: string;
  readonly isNewFile: boolean;
  readonly hasUnsavedChanges: boolean;
  /** True if the file is hidden from clients: `endpoint.whyHidden(path)`. */
  readonly isHidden?: boolean;
  /** The name of the client, such as `claude-code 2.1.0`. */
  readonly clientName?: string;
}

export interface ReviewPanelOptions {
  /** The panel fills this element, so give it a height. */
  readonly parent: HTMLElement;
  readonly proposal: PanelProposal;
  /** Default: the file's name. */
  readonly title?: string;
  /** Continues an earlier review. */
  readonly state?: ReviewState;
  /** The user's preference, `side-by-side` by default. A narrow panel is always unified. */
  readonly layout?: ReviewLayout;
  readonly onLayoutChanged?: (layout: ReviewLayout) => void;
  /** For both editors: language, theme, `EditorView.cspNonce`, … */
  readonly extensions?: Extension;
  /** For the result's editor only. */
  readonly resultExtensions?: Extension;
  /**
   * Called once when the user decides, with the reason for a rejection if given. The panel stays until it is destroyed. Return
   * false if the decision isn't possible now: the user can then change it.
   */
  readonly onDecided: (decision: DiffDecision, reason?: string) => unknown;
  /** Called when the user edits, decides or undoes, possibly on every keystroke. */
  readonly onStateChanged?: (state: ReviewState) => void;
  /** Comments from an earlier panel of this review. */
  readonly comments?: readonly ReviewComment[];
  /**
   * Called with all comments when they or their lines change, possibly on every keystroke. `setComments` of
   * `@tandem-ide/base/review` passes them to the hub. Without it the user can't comment.
   */
  readonly onCommented?: (comments: readonly ReviewComment[]) => void;
}

/** An open panel. Call `destroy` to close it. */
export interface ReviewPanel {
  readonly element: HTMLElement;
  readonly review: Review;
  /** The current state, from which another panel can continue. */
  readonly state: ReviewState;
  /** Accepts the current text. With every change rejected, this is a rejection. */
  accept(): void;
  reject(reason?: string): void;
  /** Asks for a reason, and then rejects. */
  askReason(): void;
  /** The file on disk is no longer the one that the proposal is based on, or is again. */
  setOutdated(isOutdated: boolean): void;
  /** Replaces the `extensions` of both editors. */
  setExtensions(extensions: Extension): void;
  focus(): void;
  destroy(): void;
}
