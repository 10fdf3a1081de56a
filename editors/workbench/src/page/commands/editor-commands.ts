/** Commands for the text in front. */
import { redo, undo } from "@codemirror/commands";
import { gotoLine, openSearchPanel } from "@codemirror/search";
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { linesToMention } from "@tandem/codemirror";
import type { AppParts } from "../app-parts.js";
import { openReplace } from "../editor/search-keys.js";
import type { Command } from "./command.js";

/** For the table. */
export function editorCommands(app: AppParts): Command[] {
  const group = "Editor";
  const activePane = () => app.panes.get(app.layout.active?.id ?? null);
  const activeView = (): EditorView | undefined => {
    const pane = activePane();
    return pane?.kind === "file" ? pane.view.peek() : pane?.review?.editor;
  };
  /** Of a notebook the cell that the user is at. */
  const shownView = (): EditorView | undefined => {
    const pane = activePane();
    return pane?.kind === "file" && pane.shownFace ? pane.shownFace.editor : activeView();
  };
  const inShown = (run: (view: EditorView) => unknown) => () => {
    const view = shownView();
    if (view) run(view);
  };
  const inHistory = (command: StateCommand) => () => {
    const pane = activePane();
    const face = pane?.kind === "file" ? pane.shownFace : undefined;
    const view = activeView();
    if (face) face.history(command);
    else if (view) command(view);
  };
  const isEnabled = () => activeView() !== undefined;
  return [
    { id: "editor.undo", title: "Undo", group, keys: ["Mod-z"], isEnabled, run: inHistory(undo) },
    { id: "editor.redo", title: "Redo", group, keys: ["Mod-Shift-z", "Mod-y"], isEnabled, run: inHistory(redo) },
    { id: "editor.find", title: "Find", group, keys: ["Mod-f"], isEnabled, run: inShown(openSearchPanel) },
    {
      id: "editor.replace",
      title: "Find and replace",
      group,
      keys: ["Mod-h", "Mod-Alt-f"],
      isEnabled,
      run: inShown(openReplace),
    },
    { id: "editor.go-to-line", title: "Go to line…", group, keys: ["Mod-g"], isEnabled, run: inShown(gotoLine) },
    {
      id: "mention",
      title: "Mention file or selected lines in Claude",
      group: "Claude",
      keys: ["Alt-k"],
      isEnabled: () => activePane()?.kind === "file",
      run: () => {
        const pane = activePane();
        const view = activeView();
        const face = pane?.kind === "file" ? pane.shownFace : undefined;
        if (pane && view)
          void app.sharing.mention(pane.path, face ? face.linesToMention() : linesToMention(view.state));
      },
    },
  ];
}
