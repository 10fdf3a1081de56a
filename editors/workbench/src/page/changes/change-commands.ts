/** Commands for changes on disk. They work in a change's tab, and in a file at the cursor. */
import { type ChangeDecision, changeAtCursor, reviewKeys, stepChangeMark } from "@tandem-ide/codemirror";
import type { AppParts } from "../app-parts.js";
import { type Command, commandsOf } from "../commands/command.js";
import { focusChanges } from "../commands/page-parts.js";
import { sidebarSignal } from "../layout/sidebar-state.js";
import type { FilePane } from "../panes/file-pane.js";

export function changeCommands(app: AppParts): Command[] {
  const { changes, changeList, fileMarks, layout, panes, preferences, store } = app;
  /** The active file, if it has marks and isn't shown as a notebook. */
  const markedFile = (): FilePane | undefined => {
    const pane = panes.get(layout.active?.id ?? null);
    if (pane?.kind !== "file" || pane.shownNotebook) return undefined;
    const view = pane.view.peek();
    return view && changeAtCursor(view.state) ? pane : undefined;
  };
  const hasHunk = () => {
    const view = markedFile()?.view.peek();
    return changes.active !== undefined || (view !== undefined && changeAtCursor(view.state)?.hunk !== undefined);
  };
  const step = (by: 1 | -1) => () => {
    const view = markedFile()?.view.peek();
    if (view) stepChangeMark(view, by);
    else if (by > 0) changes.active?.view?.nextChange();
    else changes.active?.view?.previousChange();
  };
  const decide = (decision: ChangeDecision) => () => {
    const file = markedFile();
    if (file) fileMarks.decideAtCursor(file, decision);
    else changes.active?.decideHunk(decision);
  };
  const decideFile = (decision: ChangeDecision) => () => changes.active?.decideFile(decision);
  const openFile = () => {
    if (changes.active) void app.files.open(changes.active.path, { preview: false, focus: true });
  };
  const showList = () => {
    sidebarSignal({ ...store, ...preferences }).value = true;
    requestAnimationFrame(focusChanges);
  };

  const inChanges = commandsOf("Changes", () => changes.active !== undefined || markedFile() !== undefined);
  const atHunk = commandsOf("Changes", hasHunk);
  const inTab = commandsOf("Changes", () => changes.active !== undefined);
  const inList = commandsOf("Changes", () => changeList.rows.peek().length > 0);
  const { acceptAll, acceptHunk, rejectAll, rejectHunk, nextChange, previousChange } = reviewKeys;
  return [
    inList("changes.focus", "Focus list of changes", ["Alt-Shift-c"], showList),
    inList("changes.show-next", "Next changed file", ["Alt-c"], () => void changes.showNext()),
    inChanges("change.next", "Next change", [nextChange], step(1)),
    inChanges("change.previous", "Previous change", [previousChange], step(-1)),
    atHunk("change.keep", "Keep change", [acceptHunk], decide("keep")),
    atHunk("change.undo", "Undo change", [rejectHunk], decide("undo")),
    inTab("change.keep-file", "Keep all changes in the file", [acceptAll], decideFile("keep")),
    inTab("change.undo-file", "Undo all changes in the file", [rejectAll], decideFile("undo")),
    inTab("change.open-file", "Open the changed file", ["Alt-o"], openFile),
    commandsOf("Changes", () => changeList.listed.peek().undone.length > 0)(
      "changes.restore",
      "Restore last undone change",
      ["Alt-Shift-z"],
      () => void changes.restoreLast(),
    ),
    commandsOf("Changes", () => changeList.fileCount.peek() > 0)(
      "changes.start-over",
      "Start over from here…",
      [],
      () => changes.startOver(),
    ),
  ];
}
