/** Keys of the part of the page that has the focus. The keyboard sheet lists them below the commands. */
import { reviewKeys } from "@tandem-ide/codemirror";

export interface LocalKeys {
  readonly part: string;
  /** Each row is a title with its keys, in CodeMirror's notation. */
  readonly rows: readonly (readonly [title: string, ...keys: string[]])[];
}

export const localKeys: readonly LocalKeys[] = [
  {
    part: "In a text editor",
    rows: [
      ["Find next, find previous", "F3", "Shift-F3"],
      ["Select all matches of the selection", "Mod-Shift-l"],
      ["Select next match", "Mod-d"],
      ["Add cursor above, below", "Mod-Alt-ArrowUp", "Mod-Alt-ArrowDown"],
      ["Leave search, or go back to one cursor", "Escape"],
      ["Move line up, down", "Alt-ArrowUp", "Alt-ArrowDown"],
      ["Copy line up, down", "Shift-Alt-ArrowUp", "Shift-Alt-ArrowDown"],
      ["Select line", "Alt-l"],
      ["Delete line", "Shift-Mod-k"],
      ["New line below", "Mod-Enter"],
      ["Indent less, more", "Mod-[", "Mod-]"],
      ["Indent with Tab", "Tab", "Shift-Tab"],
      ["Comment line, block", "Mod-/", "Alt-A"],
      ["Expand selection", "Mod-i"],
      ["Go to matching bracket", "Shift-Mod-\\"],
      ["Move by syntax node, backward, forward", "Alt-ArrowLeft", "Alt-ArrowRight"],
      ["Fold, unfold", "Ctrl-Shift-[", "Ctrl-Shift-]"],
      ["Fold, unfold everything", "Ctrl-Alt-[", "Ctrl-Alt-]"],
      ["Undo, redo selection", "Mod-u", "Alt-u"],
      ["Toggle whether Tab moves focus", "Ctrl-m"],
      ["Complete", "Ctrl-Space"],
      ["Show signature", "Mod-Shift-Space"],
    ],
  },
  { part: "In a review", rows: [["Show more unchanged lines", reviewKeys.showMore]] },
  {
    part: "In the file tree and changes list",
    rows: [
      ["Open", "Enter"],
      ["Open file to the side", "Mod-Enter"],
      ["Preview", "Space"],
      ["Open or close a folder", "ArrowRight", "ArrowLeft"],
      ["Go up, down", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"],
      ["Menu", "Shift-F10", "ContextMenu"],
    ],
  },
  {
    part: "In a notebook cell",
    rows: [
      ["Edit, stop editing", "Enter", "Escape"],
      ["Previous cell", "ArrowUp", "k"],
      ["Next cell", "ArrowDown", "j"],
      ["Insert above, below", "a", "b"],
      ["Change to text, to code", "m", "y"],
      ["Delete", "Delete"],
      ["Move up, down", "Alt-ArrowUp", "Alt-ArrowDown"],
      ["Run and select next, insert below", "Shift-Enter", "Alt-Enter"],
      ["Run", "Ctrl-Enter", "Mod-Enter"],
    ],
  },
  {
    part: "In the tab bar",
    rows: [
      ["Go to a tab", "ArrowLeft", "ArrowRight", "Home", "End"],
      ["Close", "Delete"],
    ],
  },
];
