/** Drafts of the user's edits to proposals, for every editor. They are offered again when the review ends undecided. */
import type { Draft, SavedDraft } from "./draft.js";
import type { DraftJournal } from "./draft-journal.js";

/** The part of a proposal that a draft needs. */
export interface DraftedProposal {
  readonly id: string;
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

/** `withdrawn`: the review ended undecided, because the client cancelled it or disconnected. */
export type ReviewOutcome = "accepted" | "rejected" | "withdrawn";

/**
 * @example
 * const drafts = new ReviewDrafts(new DraftJournal({ env: process.env }), () => editor.workspaceFolders);
 * drafts.changed(proposal, () => buffer.text);
 * await drafts.closed(proposal.id, "accepted");
 */
export class ReviewDrafts {
  readonly #journal: DraftJournal;
  readonly #folders: () => readonly string[];

  constructor(journal: DraftJournal, folders: () => readonly string[]) {
    this.#journal = journal;
    this.#folders = folders;
  }

  /** Saves the proposed text after the user changed it. Text equal to the proposal or the file isn't worth a draft. */
  changed({ id, path, oldText, newText }: DraftedProposal, current: () => string): void {
    this.#journal.keep(keyOf(id), (): Draft | undefined => {
      const text = current();
      return text === newText || text === oldText
        ? undefined
        : { kind: "review", path, folders: this.#folders(), text };
    });
  }

  /** Ends a review. Returns the draft's id when the review was withdrawn and the user had changed its text. */
  async closed(id: string, outcome: ReviewOutcome): Promise<string | undefined> {
    if (outcome === "withdrawn") return await this.#journal.leave(keyOf(id));
    this.#journal.drop(keyOf(id));
    return undefined;
  }

  /** Lets other processes offer all drafts while this one is still running. */
  async leaveAll(): Promise<void> {
    await this.#journal.leaveAll();
  }

  /** Returns the drafts of abandoned reviews, newest first. */
  async left(): Promise<SavedDraft[]> {
    return (await this.#journal.left(this.#folders())).filter(({ kind }) => kind === "review");
  }

  async discard(id: string): Promise<void> {
    await this.#journal.discard(id);
  }

  /** Writes pending changes and releases the drafts to the next process. */
  async close(): Promise<void> {
    await this.#journal.close();
  }
}

function keyOf(id: string): string {
  return `review:${id}`;
}
