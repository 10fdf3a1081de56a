/** What a tab shows. It lives from the first time the tab is in front until it is closed, so nothing of it is lost between. */
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import type { Documents } from "../documents/documents.js";
import type { EditorLook } from "../editor/setup.js";

/** What all panes have in common. */
export interface PaneBase {
  /** The tab's id. */
  readonly tab: string;
  readonly path: string;
  readonly element: HTMLElement;
  focus(): void;
  close(): void;
}

/** What panes are made of. */
export interface PaneParts {
  readonly connection: Connection;
  readonly documents: Documents;
  readonly store: Store;
  readonly toasts: Toasts;
  readonly look: EditorLook;
}
