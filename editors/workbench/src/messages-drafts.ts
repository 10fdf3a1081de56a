/** What page and host say to each other about unsaved text that an earlier run of Tandem kept. */
import * as z from "zod/mini";

const draft = z.object({ draft: z.string() });

export const draftRequests = {
  /** The text, and what is on disk, to compare or to copy. */
  "draft.texts": draft,
  /** Opens the file with this text as unsaved changes, and puts it in front in this window. */
  "draft.restore": draft,
  "draft.discard": draft,
} as const;

export interface DraftResults {
  "draft.texts": {
    readonly text: string;
    /** Missing when there is no such file, or when it is no text. */
    readonly onDisk?: string | undefined;
  };
  "draft.restore": { readonly tab: string };
}

/** Text that an earlier run kept. */
export interface OfferedDraft {
  readonly id: string;
  /** `review`: what the user made of a proposal. Nobody waits for it any more, so it can only be copied. */
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
