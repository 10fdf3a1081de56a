/** What an application says of itself, so that the kit can do the rest. */
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Awaitable } from "@tandem/server";

/**
 * One tab, as the application has it. Language, number of lines and selection are known from the editor, where the tab
 * has one.
 *
 * @example
 * const tab: ApplicationTab = { path: "/home/me/app/a.ts", isActive: true, isDirty: false };
 */
export interface ApplicationTab {
  /** The file's absolute path. */
  readonly path: string;
  /** It is the one in front, of its group. */
  readonly isActive: boolean;
  /** It has unsaved changes. */
  readonly isDirty: boolean;
  /** What the tab shows; by default the file's name. */
  readonly label?: string;
  readonly languageId?: string;
  readonly lineCount?: number;
  readonly isPinned?: boolean;
  readonly isPreview?: boolean;
  readonly isUntitled?: boolean;
  /** Where tabs stand in several groups: which one, from 0. */
  readonly groupIndex?: number;
  /** Its group is the one that the user is in; by default true. */
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
  /** The open files, in the order in which they stand. Reviews are not among them. */
  tabs(): readonly ApplicationTab[];
  /**
   * Opens a file, or puts it in front if it is open. Without `takeFocus` it is opened behind the one in front, and the
   * keyboard stays where it is. Throw to say why it cannot be opened. The answer is the file's editor, if it has one now.
   */
  openFile(
    path: string,
    how: { readonly preview: boolean; readonly takeFocus: boolean },
  ): Awaitable<EditorView | undefined>;
  /** Saves an open file. Throw to say why it could not be saved. */
  save?(path: string): Awaitable<unknown>;
  /** Closes the tab of a file that has no unsaved changes. */
  closeTab?(path: string): Awaitable<unknown>;
  /** Where reviews are shown: an element with a height, which is empty while there are none. By default the whole window. */
  readonly reviewParent?: HTMLElement;
  /** For the editors of a review: language, theme, `EditorView.cspNonce`. */
  reviewExtensions?(path: string): Extension;
}
