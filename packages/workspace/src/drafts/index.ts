/** Keeps what the user typed and has not saved, so that the end of a process loses none of it. */
export { type Draft, type DraftFacts, hashOf, type KeptDraft } from "./draft.js";
export { DraftJournal, type DraftJournalOptions, type KeepFailure } from "./draft-journal.js";
export { type DraftedProposal, ReviewDrafts, type ReviewOutcome } from "./review-drafts.js";
