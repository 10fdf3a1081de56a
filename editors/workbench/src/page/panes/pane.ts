/**
 * The content of a tab. It is created when the tab first comes to the front and lives until the tab closes, so that no
 * state is lost.
 */
import type { DocumentParts } from "../documents/document-parts.js";
import type { EditorLook } from "../editor/setup.js";

export interface PaneBase {
  /** The tab's id. */
  readonly tab: string;
  readonly path: string;
  readonly element: HTMLElement;
  focus(): void;
  close(): void;
}

export interface PaneParts extends DocumentParts {
  readonly look: EditorLook;
}
