/** Commands that language servers answer. */
import type { AppParts } from "../app-parts.js";
import type { Command } from "../commands/command.js";
import type { FilePane } from "../panes/file-pane.js";
import type { EditorAction } from "./language-parts.js";

/** For the table. */
export function languageCommands({ language, layout, panes, store }: AppParts): Command[] {
  const group = "Editor";
  const activePane = (): FilePane | undefined => {
    const pane = panes.get(layout.active?.id ?? null);
    return pane?.kind === "file" ? pane : undefined;
  };
  const inEditor = (id: string, title: string, key: string, action: EditorAction): Command => ({
    id,
    title,
    group,
    keys: [key],
    isEnabled: () => {
      const pane = activePane();
      return pane !== undefined && language.can(pane);
    },
    run: () => {
      const pane = activePane();
      if (pane) void language.run(action, pane);
    },
  });
  const hasLanguage = () => store.model.peek()?.language !== undefined;
  return [
    inEditor("editor.definition", "Go to definition", "F12", "definition"),
    inEditor("editor.hover", "Show what is known about the place at the cursor", "Alt-i", "hover"),
    inEditor("editor.next-problem", "Go to next problem", "F8", "next-problem"),
    inEditor("editor.previous-problem", "Go to previous problem", "Shift-F8", "previous-problem"),
    {
      id: "problems.show",
      title: "Show or hide problems",
      group: "View",
      keys: ["Mod-Shift-m"],
      isEnabled: hasLanguage,
      run: () => {
        language.problems.isOpen.value = !language.problems.isOpen.peek();
        if (!language.problems.isOpen.peek()) layout.focusActive();
      },
    },
    {
      id: "language.restart",
      title: "Restart language servers",
      group,
      isEnabled: hasLanguage,
      run: () => void language.restart(),
    },
  ];
}
