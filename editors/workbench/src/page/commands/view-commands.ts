/** Commands for the page itself: its parts, its look, its help. */
import type { AppParts } from "../app-parts.js";
import type { ThemeChoice } from "../core/preferences.js";
import { sidebarSignal } from "../layout/sidebar-state.js";
import type { Command } from "./command.js";
import { focusNextPart, focusTree } from "./page-parts.js";

const themes: readonly ThemeChoice[] = ["light", "dark", "system"];

/** For the table. */
export function viewCommands({ store, preferences, layout, tree }: AppParts): Command[] {
  const group = "View";
  const sidebar = () => sidebarSignal({ ...store, ...preferences });
  const hasTerminal = () => store.model.peek()?.hasTerminal ?? false;
  return [
    {
      id: "commands.show",
      title: "Show all commands",
      group,
      keys: ["F1", "Mod-Shift-p"],
      run: () => {
        store.dialog.value = { kind: "quick-open", text: ">" };
      },
    },
    {
      id: "keyboard.show",
      title: "Keyboard shortcuts",
      group,
      keys: ["?", "Shift-F1"],
      run: () => {
        store.dialog.value = { kind: "keyboard" };
      },
    },
    {
      id: "sidebar.toggle",
      title: "Show or hide the files",
      group,
      keys: ["Mod-b"],
      run: () => {
        sidebar().value = !sidebar().peek();
      },
    },
    {
      id: "tree.focus",
      title: "Go to the files",
      group,
      keys: ["Mod-Shift-e"],
      run: () => {
        sidebar().value = true;
        requestAnimationFrame(focusTree);
      },
    },
    {
      id: "tree.reveal",
      title: "Show active file among the files",
      group,
      isEnabled: () => layout.active !== undefined,
      run: () => {
        sidebar().value = true;
        if (layout.active) void tree.reveal(layout.active.path);
      },
    },
    {
      id: "part.next",
      title: "Go to next part of the page",
      group,
      keys: ["F6"],
      isForTerminal: true,
      run: focusNextPart,
    },
    {
      id: "terminal.toggle",
      title: "Show or hide the terminal with Claude",
      group,
      keys: ["Ctrl-`"],
      isForTerminal: true,
      isEnabled: hasTerminal,
      run: () => {
        store.isTerminalOpen.value = !store.isTerminalOpen.peek();
        if (!store.isTerminalOpen.peek()) layout.focusActive();
      },
    },
    ...themes.map((theme) => ({
      id: `theme.${theme}`,
      title: theme === "system" ? "Theme: as the system has it" : `Theme: ${theme}`,
      group: "View" as const,
      run: () => {
        preferences.theme.value = theme;
      },
    })),
  ];
}
