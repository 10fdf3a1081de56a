/** What the parts for language servers are made of. */
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import type { Documents } from "../documents/documents.js";

export interface LanguageParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly toasts: Toasts;
  readonly documents: Documents;
}

/** What can be done in the editor of a file that has a server. */
export type EditorAction = "definition" | "hover" | "next-problem" | "previous-problem";
