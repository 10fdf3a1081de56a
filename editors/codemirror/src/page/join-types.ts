/** What `joinTandem` takes and returns. */
import type { Extension } from "@codemirror/state";
import type { Clock } from "@tandem-ide/base";
import type { ShownChanges } from "@tandem-ide/changes/remote";
import type { MentionOutcome } from "@tandem-ide/server";
import type { Channel } from "../channel/channel.js";
import type { TandemStatus } from "../messages.js";
import type { Application } from "./application.js";

/** Lines from 0, the last one included. */
export interface MentionedLines {
  readonly start: number;
  readonly end: number;
}

/**
 * Options of `joinTandem`.
 *
 * @example
 * const options: JoinOptions = { channel: electronChannel(), application };
 */
export interface JoinOptions {
  /** The connection to the host. `joinTandem` takes it over. */
  readonly channel: Channel;
  readonly application: Application;
  /** In CodeMirror's notation; false for none. Default: `Alt-k`. */
  readonly mentionKey?: string | false;
  /** Called with the outcome of a mention that the user made with the key. */
  /** Whether the next pending review opens after a decision. Default: true. Otherwise a message offers it. */
  readonly opensNextReview?: boolean;
  /**
   * Called with the reason and the comments of a review as one message for the agent, when the review has ended. Default:
   * copies it to the clipboard and says so.
   */
  readonly onFeedback?: (message: string) => void;
  /** For tests. */
  readonly clock?: Clock;
  readonly onMentioned?: (path: string, lines: MentionedLines | undefined, outcome: MentionOutcome) => void;
}

/**
 * A connected page. The connection ends with its channel.
 *
 * @example
 * const view = new EditorView({ doc, extensions: [basicSetup, tandem.extension("/home/me/app/a.ts")], parent });
 */
export interface Tandem {
  /** Returns an extension for the editor of a file: selection, mention, diagnostics. The path is absolute. */
  extension(path: string): Extension;
  /** Mentions a file, lines of it, or a folder. Returns the outcome. */
  mention(path: string, lines?: MentionedLines): Promise<MentionOutcome>;
  /** Call this when tabs change without a change in an editor, for example when a tab without an editor becomes active. */
  tabsChanged(): void;
  /** Call this when the result of `reviewExtensions` changes, for example with the colour scheme. */
  reviewExtensionsChanged(): void;
  /** What changed on disk while clients were connected. Empty unless the host has the option `changes`. */
  readonly changes: ShownChanges;
  /**
   * Returns an extension that marks the lines of a file that changed on disk, with Keep and Undo. The order of your
   * extensions decides where its gutter goes, for example beside `lineNumbers()`.
   */
  changeMarks(path: string): Extension;
  /** Opens the panel with the list of changes and gives it the focus. Escape closes it. */
  showChanges(): void;
  /** Brings the pending reviews to the front, for example after `opensNextReview: false` has hidden them. */
  showReviews(): void;
  /** Opens a list of the last reviews that ended: time, agent, file and outcome. */
  showEndedReviews(): Promise<void>;
  /** Stops or resumes sharing with Claude. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Undefined before the first message of the host and after the connection has closed. */
  readonly status: TandemStatus | undefined;
  /** Calls `listener` now and whenever the status changes. Call the returned function to stop. */
  onStatusChanged(listener: (status: TandemStatus | undefined) => void): () => void;
  /** Disconnects. Pending reviews move to another window. */
  close(): void;
}
