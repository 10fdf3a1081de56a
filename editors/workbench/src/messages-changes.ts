/** Messages between page and host about changes on disk. */

import type { FileChange, Turn } from "@tandem-ide/changes/model";
import { type ChangeResults as AnsweredChanges, changeRequests, type ListedChanges } from "@tandem-ide/changes/remote";
import * as z from "zod/mini";

const group = z.union([z.literal(0), z.literal(1)]);

export const changesRequests = {
  ...changeRequests,
  /** Opens a file's change in a turn as a tab, and brings it to the front in this window. */
  "changes.show": z.object({
    turn: z.string(),
    path: z.string(),
    preview: z.boolean(),
    group: z.optional(group),
  }),
} as const;

export interface ChangesResults extends AnsweredChanges {
  "changes.show": { readonly tab: string };
}

/** The change that a tab shows. */
export interface ChangeFacts extends Pick<Turn, "kind" | "folder" | "startedAt" | "agents" | "operation"> {
  readonly turn: string;
  readonly file: FileChange;
}

export interface ChangeTab {
  readonly id: string;
  readonly kind: "change";
  readonly path: string;
  readonly label: string;
  readonly group: z.infer<typeof group>;
  readonly isPreview: boolean;
  readonly change: ChangeFacts;
}

export interface ChangesModel {
  /** Tandem records changes on disk. */
  readonly recordsChanges: boolean;
}

export interface ChangesEvents {
  /** The list, or a listed file on disk, has changed. */
  changes: ListedChanges;
}
