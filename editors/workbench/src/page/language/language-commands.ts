/** Commands that use language servers. */
import type { AppParts } from "../app-parts.js";
import { type Command, commandsOf } from "../commands/command.js";
import type { FilePane } from "../panes/file-pane.js";
import type { EditorAction } from "./editor-language.js";

export function languageCommands({ language, layout, panes, store }: AppParts): Command[] {
  const activePane = (): FilePane | undefined => {
    const pane = panes.get(layout.active?.id ?? null);
    return pane?.kind === "file" ? pane : undefined;
  };
  const isSupported = () => {
    const pane = activePane();
    return pane !== undefined && language.can(pane);
  };
  const run = (action: EditorAction) => () => {
    const pane = activePane();
    if (pane) void language.run(action, pane);
  };
  const toggleProblems = () => {
    language.problems.isOpen.value = !language.problems.isOpen.peek();
    if (!language.problems.isOpen.peek()) layout.focusActive();
  };
  const hasLanguage = () => store.model.peek()?.language !== undefined;
  const inEditor = commandsOf("Editor", isSupported);
  return [
    inEditor("editor.definition", "Go to definition", ["F12"], run("definition")),
    inEditor("editor.hover", "Show hover info", ["Alt-i"], run("hover")),
    inEditor("editor.next-problem", "Go to next problem", ["F8"], run("next-problem")),
    inEditor("editor.previous-problem", "Go to previous problem", ["Shift-F8"], run("previous-problem")),
    commandsOf("View", hasLanguage)("problems.show", "Toggle problems", ["Mod-Shift-m"], toggleProblems),
    commandsOf("Editor", hasLanguage)(
      "language.restart",
      "Restart language servers",
      [],
      () => void language.restart(),
    ),
  ];
}
