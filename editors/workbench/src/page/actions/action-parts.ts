import type { DocumentParts } from "../documents/document-parts.js";
import type { Layout } from "../layout/layout.js";
import type { Panes } from "../panes/panes.js";

/** What the user's actions work on. */
export interface ActionParts extends DocumentParts {
  readonly layout: Layout;
  readonly panes: Panes;
}
