/** Binds a CodeMirror 6 editor to Tandem. Knows nothing of any host: it works in a page, in Electron and in Obsidian. */
export { exactDoc, exactText } from "./exact-text.js";
export { showHiddenCharacters } from "./hidden-characters.js";
export { languageSupportOf } from "./highlighting.js";
export { keyLabel } from "./keys.js";
export { languageIdOf } from "./languages.js";
export { linesToMention, mentionKey } from "./mention.js";
export { offsetAt, positionAt, rangeOf } from "./positions.js";
export { changeBetween, type TextChange } from "./replace.js";
export { acceptLabel } from "./review/accept-label.js";
export { reviewEffects, reviewedBy } from "./review/comparison.js";
export { openReviewPanel } from "./review/panel.js";
export type { PanelProposal, ReviewPanel, ReviewPanelOptions } from "./review/panel-types.js";
export { openReview } from "./review/review.js";
export { reviewKeys } from "./review/review-keys.js";
export type { Review, ReviewLayout, ReviewOptions } from "./review/types.js";
export { reportSelection, selectionOf } from "./selection.js";
