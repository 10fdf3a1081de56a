import type { Hunk } from "@tandem-ide/base/text";

/** A hunk of a change on disk. */
export interface ShownHunk extends Hunk {
  /** True if the user edited these lines too. */
  readonly hasUserEdits: boolean;
}

/** The visible part of an `OpenChange` of `@tandem-ide/changes`. Texts have LF line endings. */
export interface ShownChange {
  readonly before: string;
  /** The text on disk. */
  readonly after: string;
  readonly hunks: readonly ShownHunk[];
}

/** The user's decision on a change. */
export type ChangeDecision = "keep" | "undo";
