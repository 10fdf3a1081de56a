/** Another way to show a file's text than as text: a notebook as cells. The text's own editor lives on behind it. */
import type { EditorView } from "@codemirror/view";
import type { ReadonlySignal } from "@preact/signals";
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import type { Documents } from "../documents/documents.js";
import type { EditorLook } from "../editor/setup.js";

/** What a face works with. */
export interface FaceParts {
  readonly connection: Connection;
  readonly documents: Documents;
  readonly store: Store;
  readonly toasts: Toasts;
  readonly look: EditorLook;
}

/** The pane that it is to be shown in. */
export interface FaceHost {
  readonly path: string;
  readonly element: HTMLElement;
  /** What the editor of the file's text is in. */
  readonly text: HTMLElement;
  readonly view: EditorView;
  /** What the host itself wrote comes in between own changes that it has not seen; asked while the text changes. */
  isHostInBetween(): boolean;
}

/** What a pane needs of it. */
export interface Face {
  /** False while the text itself is shown. */
  readonly isShown: ReadonlySignal<boolean>;
  /** The part of it that the keyboard is in, or was in last. */
  readonly editor: EditorView | undefined;
  /** What the user sees selected; undefined where it is not shown. */
  readonly selectedText: string | undefined;
  /** The lines of the file, from 0, that a mention means here; undefined for the whole file. */
  linesToMention(): { readonly start: number; readonly end: number } | undefined;
  focus(): void;
  close(): void;
}
