/** What the user should know before they decide on a review. */
import type { Review } from "@tandem-ide/server";
import * as vscode from "vscode";
import { shownPath } from "./review-files.js";

export interface ReviewNote {
  /** For the list and the text. */
  readonly short: string;
  /** For a message. */
  readonly long: string;
  /** Whether it helps to compare the proposal with the file. */
  readonly isAboutFile: boolean;
}

export interface NotedReview {
  readonly review: Review;
  readonly isHidden: boolean;
  /** Whether the file on disk has changed since the proposal. */
  readonly isOutdated: boolean;
}

export function notesOf({ review, isHidden, isOutdated }: NotedReview): readonly ReviewNote[] {
  const { t } = vscode.l10n;
  const name = shownPath(review.path);
  const hidden = t(
    "{0} is hidden from Claude. If you accept, Claude gets the whole right side, with lines that it may not have seen.",
    name,
  );
  const outdated = t(
    "{0} has changed on disk since Claude proposed this edit. If you accept, Claude gets the right side, which doesn't include that change.",
    name,
  );
  const unsaved = t("{0} has unsaved changes that this proposal doesn't include. They are kept.", name);
  const coarse = t(
    "The two versions of {0} are too different to compare line by line. Some changes include unchanged lines.",
    name,
  );
  return [
    ...(isHidden ? [{ short: t("hidden file"), long: hidden, isAboutFile: false }] : []),
    ...(isOutdated ? [{ short: t("changed on disk"), long: outdated, isAboutFile: true }] : []),
    ...(review.hasUnsavedChanges ? [{ short: t("unsaved changes"), long: unsaved, isAboutFile: true }] : []),
    ...(review.hunks.some(({ isCoarse }) => isCoarse)
      ? [{ short: t("partial comparison"), long: coarse, isAboutFile: false }]
      : []),
  ];
}
