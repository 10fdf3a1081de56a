/** The interface that an application implements. */
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Awaitable } from "@tandem-ide/server";
import type { ChangePrompts } from "../changes/change-actions.js";

/**
 * A tab of the application. Language, number of lines and selection come from its editor, if it has one.
 *
 * @example
 * const tab: ApplicationTab = { path: "/home/me/app/a.ts", isActive: true, isDirty: false };
 */
export interface ApplicationTab {
  /** The file's absolute path. */
  readonly path: string;
  /** Whether it is the front tab of its group. */
  readonly isActive: boolean;
  /** Whether it has unsaved changes. */
  readonly isDirty: boolean;
  /** The text on the tab. Default: the file's name. */
  readonly label?: string;
  readonly languageId?: string;
  readonly lineCount?: number;
  readonly isPinned?: boolean;
  readonly isPreview?: boolean;
  readonly isUntitled?: boolean;
  /** The index of its group, from 0. */
  readonly groupIndex?: number;
  /** Whether its group is the active one. Default: true. */
  readonly isGroupActive?: boolean;
}

/**
 * An application with editors.
 *
 * @example
 * const application: Application = {
 *   tabs: () => tabs.map(({ path, isDirty }) => ({ path, isDirty, isActive: path === front })),
 *   openFile: (path) => open(path),
 * };
 */
export interface Application {
  /** Returns the open files in tab order, without reviews. */
  tabs(): readonly ApplicationTab[];
  /**
   * Opens a file or brings it to the front. Without `takeFocus` it opens behind the active tab and the focus doesn't
   * move. Return the file's editor if it has one already. Throw an error if it can't be opened.
   */
  openFile(
    path: string,
    how: { readonly preview: boolean; readonly takeFocus: boolean },
  ): Awaitable<EditorView | undefined>;
  /** Saves an open file. Throw an error if it can't be saved. */
  save?(path: string): Awaitable<unknown>;
  /** Closes the tab of a file that has no unsaved changes. */
  closeTab?(path: string): Awaitable<unknown>;
  /** An element of fixed height that holds reviews, empty while there are none. Default: the whole window. */
  readonly reviewParent?: HTMLElement;
  /** An element with a height for the panel of changes, empty while it is closed. Default: the whole window. */
  readonly changesParent?: HTMLElement;
  /** Asks and informs the user. Default: the kit's own dialog and message. */
  readonly changePrompts?: ChangePrompts;
  /**
   * Extensions for the editors of a review or a change: language, theme, `EditorView.cspNonce`. The list of changes has
   * the path "".
   */
  reviewExtensions?(path: string): Extension;
}
