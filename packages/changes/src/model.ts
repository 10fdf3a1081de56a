/**
 * What changed on disk while agents were connected, as editors show it. Plain data without Node, so it can also be sent
 * to pages.
 */
import type { Hunk } from "@tandem-ide/base/text";

export type FileChangeKind = "created" | "changed" | "deleted" | "renamed";

/** A file that changed in a turn. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** Where a renamed file was before. */
  readonly oldPath?: string;
  readonly kind: FileChangeKind;
  readonly added: number;
  readonly removed: number;
  /** Why it can't be undone, for the user: ignored, too large, part of a git operation. */
  readonly whyNotUndoable?: string;
  /** True if the user's own edits are in the same lines, so undo asks first. */
  readonly hasUserEdits: boolean;
  /** True if there is no text to show: binary data, a link, or only the mode changed. */
  readonly isOpaque: boolean;
}

/** The changes between two prompts, or a git operation of the user. */
export interface Turn {
  readonly id: string;
  readonly kind: "turn" | "git";
  /** The workspace folder. */
  readonly folder: string;
  /** When it started, in ms since 1970. */
  readonly startedAt: number;
  /** The names of the agents that were connected. */
  readonly agents: readonly string[];
  /** The git operation, such as `checkout: moving from main to topic`. */
  readonly operation?: string;
  /** Sorted by path. */
  readonly files: readonly FileChange[];
}

/** Something that was undone and can be restored. */
export interface UndoneChange {
  readonly id: string;
  readonly at: number;
  readonly folder: string;
  /** The restored paths. */
  readonly paths: readonly string[];
}

/** Why nothing is recorded in a folder. */
export interface RecordingProblem {
  readonly folder: string;
  readonly message: string;
}

export interface ChangeList {
  /** Newest first. Turns without changes aren't listed. */
  readonly turns: readonly Turn[];
  /** Newest first. */
  readonly undone: readonly UndoneChange[];
  readonly problems: readonly RecordingProblem[];
}

/** A change in a file. Line numbers are counted from 0, and ends are exclusive. */
export interface ChangeHunk extends Hunk {
  /** True if the user edited these lines too, so undo asks first. */
  readonly hasUserEdits: boolean;
}

/** A file's changes, to show side by side. Texts have LF line endings and no byte-order mark. */
export interface OpenChange {
  readonly turn: string;
  readonly path: string;
  readonly kind: FileChangeKind;
  /** Empty for a created file. */
  readonly before: string;
  /** The text on disk, empty for a deleted file. */
  readonly after: string;
  readonly hunks: readonly ChangeHunk[];
  /** Identifies the state, so that a decision never applies to another one. */
  readonly version: string;
}

/** What to keep or undo: a turn, one of its files, or hunks of that file. */
export interface ChangeTarget {
  readonly turn: string;
  readonly path?: string;
  /** The indexes of hunks in the `OpenChange` with this version. */
  readonly hunks?: { readonly version: string; readonly indexes: readonly number[] };
}

export type ChangeOutcome =
  /** `message` says what was done, such as `Undid 2 changes in a.ts`. `undone` restores it. */
  | { readonly kind: "done"; readonly message: string; readonly undone?: string }
  /** Ask the user, then call again with `confirmed`. Nothing was changed. */
  | { readonly kind: "question"; readonly question: string }
  /** The file changed in the meantime. Show its new state. Nothing was changed. */
  | { readonly kind: "outdated"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string };

/** Changes that the user can review, keep and undo. */
export interface Changes {
  /** The current list. A new object after each change. */
  readonly list: ChangeList;
  /**
   * Calls `listener` after each change of the list or of a listed file on disk. Returns a function that removes the
   * listener.
   */
  onChanged(listener: () => void): () => void;
  /** Returns the text and hunks of a file's change, or why they can't be shown. */
  open(turn: string, path: string): Promise<OpenChange | { readonly whyNot: string }>;
  /**
   * Returns what changed in a file since the oldest turn that is still listed, or undefined. Used for marks beside the
   * text. To keep or undo one, use the `turn` of the result as the target.
   */
  openFile(path: string): Promise<OpenChange | undefined>;
  /** Forgets changes. Nothing on disk changes. */
  keep(target: ChangeTarget): Promise<ChangeOutcome>;
  /** Restores the state before the change. */
  undo(target: ChangeTarget, confirmed?: boolean): Promise<ChangeOutcome>;
  /** Brings back what an undo replaced or removed. */
  restore(undone: string, confirmed?: boolean): Promise<ChangeOutcome>;
  /** Scans the disk now, for example when a window gets the focus, in case an event was missed. */
  refresh(): Promise<void>;
  /** Keeps everything, so that the next change starts a new turn. */
  startOver(): Promise<ChangeOutcome>;
}
