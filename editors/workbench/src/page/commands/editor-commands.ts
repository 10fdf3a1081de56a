/** Commands for the active editor. */
import { redo, undo } from "@codemirror/commands";
import { gotoLine, openSearchPanel } from "@codemirror/search";
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { linesToMention } from "@tandem-ide/codemirror";
import type { AppParts } from "../app-parts.js";
import { openReplace } from "../editor/search-keys.js";
import { type Command, commandsOf } from "./command.js";

export function editorCommands(app: AppParts): Command[] {
  const activePane = () => app.panes.get(app.layout.active?.id ?? null);
  const activeView = (): EditorView | undefined => {
    const pane = activePane();
    if (pane?.kind === "file") return pane.view.peek();
    return pane?.kind === "change" ? pane.view?.editor : pane?.review?.editor;
  };
  const activeNotebook = () => {
    const pane = activePane();
    return pane?.kind === "file" ? pane.shownNotebook : undefined;
  };
  /** In a notebook, runs in the selected cell. */
  const inEditor = (run: (view: EditorView) => unknown) => () => {
    const notebook = activeNotebook();
    const view = notebook ? notebook.editor : activeView();
    if (view) run(view);
  };
  const inHistory = (command: StateCommand) => () => {
    const notebook = activeNotebook();
    const view = activeView();
    if (notebook) notebook.history(command);
    else if (view) command(view);
  };
  /** Waits for a file that is still loading, because which lines are selected isn't known before. */
  const mention = async () => {
    const pane = activePane();
    if (pane?.kind !== "file" || !(await pane.loaded)) return;
    const view = pane.view.peek();
    const lines = pane.shownNotebook ? pane.shownNotebook.linesToMention() : view && linesToMention(view.state);
    await app.sharing.mention(pane.path, lines);
  };
  const command = commandsOf("Editor", () => activeView() !== undefined);
  // The text of a review isn't on disk.
  const mentionCommand = commandsOf("Claude", () => activePane() !== undefined && activePane()?.kind !== "review");
  return [
    command("editor.undo", "Undo", ["Mod-z"], inHistory(undo)),
    command("editor.redo", "Redo", ["Mod-Shift-z", "Mod-y"], inHistory(redo)),
    command("editor.find", "Find", ["Mod-f"], inEditor(openSearchPanel)),
    command("editor.replace", "Find and replace", ["Mod-h", "Mod-Alt-f"], inEditor(openReplace)),
    command("editor.go-to-line", "Go to line…", ["Mod-g"], inEditor(gotoLine)),
    mentionCommand("mention", "Mention file or selection in Claude", ["Alt-k"], () => void mention()),
  ];
}
