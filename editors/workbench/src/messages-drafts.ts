/** Messages between page and host about drafts, the unsaved text of an earlier run of Tandem. */
import * as z from "zod/mini";

const draft = z.object({ draft: z.string() });

export const draftRequests = {
  /** Returns the draft and the text on disk, to compare or copy. */
  "draft.texts": draft,
  /** Opens the file with the draft as unsaved changes, and brings it to the front in this window. */
  "draft.restore": draft,
  "draft.discard": draft,
} as const;

export interface DraftResults {
  "draft.texts": {
    readonly text: string;
    /** Missing if the file doesn't exist or isn't a text file. */
    readonly onDisk?: string | undefined;
  };
  "draft.restore": { readonly tab: string };
}

export interface OfferedDraft {
  readonly id: string;
  /** `review`: the user's edits to a proposal. The client is gone, so they can only be copied. */
  readonly kind: "file" | "review";
  readonly path: string;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

export interface DraftModel {
  /** Newest first. */
  readonly drafts: readonly OfferedDraft[];
}
