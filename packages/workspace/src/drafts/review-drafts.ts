/** What the user types into reviews, for every editor: kept while they wait, and offered when nobody waits any more. */
import type { Draft, KeptDraft } from "./draft.js";
import type { DraftJournal } from "./draft-journal.js";

/** The part of a proposal that counts here. */
export interface DraftedProposal {
  readonly id: string;
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

/** `withdrawn`: the review ended without the user's decision, because the client took it back or has gone. */
export type ReviewOutcome = "accepted" | "rejected" | "withdrawn";

/**
 * Rows differ only in when they call it.
 *
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

  /** The user has changed the proposed text. One that is only taken or refused as a whole has nothing of the user's. */
  changed({ id, path, oldText, newText }: DraftedProposal, current: () => string): void {
    this.#journal.keep(keyOf(id), (): Draft | undefined => {
      const text = current();
      return text === newText || text === oldText
        ? undefined
        : { kind: "review", path, folders: this.#folders(), text };
    });
  }

  /** Answers the id by which the user is offered what they typed, where they have not decided about it. */
  async closed(id: string, outcome: ReviewOutcome): Promise<string | undefined> {
    if (outcome === "withdrawn") return await this.#journal.leave(keyOf(id));
    this.#journal.drop(keyOf(id));
    return undefined;
  }

  /** All that wait are somebody else's to offer, while this process goes on. */
  async leaveAll(): Promise<void> {
    await this.#journal.leaveAll();
  }

  /** What was typed into reviews that nobody waits for any more, newest first. */
  async left(): Promise<KeptDraft[]> {
    return (await this.#journal.left(this.#folders())).filter(({ kind }) => kind === "review");
  }

  async discard(id: string): Promise<void> {
    await this.#journal.discard(id);
  }

  /** Writes what waits, and leaves it to the next start. */
  async close(): Promise<void> {
    await this.#journal.close();
  }
}

function keyOf(id: string): string {
  return `review:${id}`;
}
