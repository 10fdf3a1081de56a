/** Commands for the page itself: its parts, its theme, its help. */
import type { AppParts } from "../app-parts.js";
import { sidebarSignal } from "../layout/sidebar-state.js";
import { type Command, commandsOf } from "./command.js";
import { focusNextPart, focusTree } from "./page-parts.js";

const themes = ["light", "dark", "system"] as const;

export function viewCommands({ store, preferences, layout, tree }: AppParts): Command[] {
  const command = commandsOf("View");
  const sidebar = () => sidebarSignal({ ...store, ...preferences });
  const hasTerminal = () => store.model.peek()?.hasTerminal ?? false;
  const toggleTerminal = () => {
    store.isTerminalOpen.value = !store.isTerminalOpen.peek();
    if (!store.isTerminalOpen.peek()) layout.focusActive();
  };
  const reveal = () => {
    sidebar().value = true;
    if (layout.active) void tree.reveal(layout.active.path);
  };
  return [
    command("commands.show", "Show all commands", ["F1", "Mod-Shift-p"], () => {
      store.dialog.value = { kind: "quick-open", text: ">" };
    }),
    command("keyboard.show", "Keyboard shortcuts", ["?", "Shift-F1"], () => {
      store.dialog.value = { kind: "keyboard" };
    }),
    command("sidebar.toggle", "Toggle sidebar", ["Mod-b"], () => {
      sidebar().value = !sidebar().peek();
    }),
    command("tree.focus", "Focus files", ["Mod-Shift-e"], () => {
      sidebar().value = true;
      requestAnimationFrame(focusTree);
    }),
    command("tree.reveal", "Reveal active file in sidebar", [], reveal, {
      isEnabled: () => layout.active !== undefined,
    }),
    command("part.next", "Focus next part", ["F6"], focusNextPart, { isForTerminal: true }),
    command("terminal.toggle", "Toggle Claude terminal", ["Ctrl-`"], toggleTerminal, {
      isForTerminal: true,
      isEnabled: hasTerminal,
    }),
    ...themes.map((theme) =>
      command(`theme.${theme}`, `Theme: ${theme}`, [], () => {
        preferences.theme.value = theme;
      }),
    ),
  ];
}
