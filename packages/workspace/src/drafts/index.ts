/** Saves unsaved text, so that it survives when the process ends. */
export { type Draft, type DraftFacts, hashOf, type SavedDraft } from "./draft.js";
export { DraftJournal, type DraftJournalOptions, type SaveFailure } from "./draft-journal.js";
export { isOwnerRunning, ownerName } from "./owner.js";
export { type DraftedProposal, ReviewDrafts, type ReviewOutcome } from "./review-drafts.js";
