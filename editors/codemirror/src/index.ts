/** Binds a CodeMirror 6 editor to Tandem. Works anywhere: in a page, Electron or Obsidian. */

export { acceptLabel } from "@tandem-ide/base/review";
export { ChangeActions, type ChangePrompts } from "./changes/change-actions.js";
export { type ChangeListOptions, type ChangeListView, openChangeList } from "./changes/change-list.js";
export {
  type ChangeMarksOptions,
  changeAtCursor,
  changeMarks,
  hunkAt,
  offsetOfHunk,
  showChangeMarks,
  stepChangeMark,
  toggleChangeMark,
} from "./changes/change-marks.js";
export { type ChangePanel, type ChangePanelOptions, openChangePanel } from "./changes/change-panel.js";
export {
  agentsLabel,
  type ChangeRow,
  type ChangeRowsState,
  changeRows,
  describeFile,
  describeTurn,
  fileKey,
  folderKey,
  timeLabel,
} from "./changes/change-rows.js";
export { type ChangeView, type ChangeViewOptions, openChangeView } from "./changes/change-view.js";
export { fileAfter } from "./changes/listed.js";
export { type LiveMarks, type LiveMarksOptions, liveChangeMarks } from "./changes/live-marks.js";
export type { ChangeDecision, ShownChange, ShownHunk } from "./changes/types.js";
export { changesBetween } from "./changes-between.js";
export { exactDoc, exactText } from "./exact-text.js";
export { showHiddenCharacters } from "./hidden-characters.js";
export { languageSupportOf } from "./highlighting.js";
export { keyLabel } from "./keys.js";
export { languageIdOf } from "./languages.js";
export { linesToMention, mentionKey } from "./mention.js";
export { offsetAt, positionAt, rangeOf } from "./positions.js";
export { changeBetween, type TextChange } from "./replace.js";
export { reviewEffects, reviewedBy } from "./review/comparison.js";
export { openReviewPanel } from "./review/panel.js";
export type { PanelProposal, ReviewPanel, ReviewPanelOptions } from "./review/panel-types.js";
export { openReview } from "./review/review.js";
export { reviewKeys } from "./review/review-keys.js";
export type { Review, ReviewLayout, ReviewOptions } from "./review/types.js";
export { reportSelection, selectionOf } from "./selection.js";
