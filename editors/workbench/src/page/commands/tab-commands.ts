/** Commands for tabs and the two halves. */
import type { AppParts } from "../app-parts.js";
import type { Command } from "./command.js";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** For the table. */
export function tabCommands({ layout, files, store }: AppParts): Command[] {
  const group = "Tabs";
  const isEnabled = () => layout.active !== undefined;
  const isSplit = () => store.view.peek().front.every((tab) => tab !== null);
  return [
    {
      id: "tab.close",
      title: "Close tab",
      group,
      keys: ["Ctrl-Alt-w"],
      isEnabled,
      run: () => {
        if (layout.active) void files.close(layout.active);
      },
    },
    { id: "tab.next", title: "Next tab", group, keys: ["Ctrl-Alt-PageDown"], isEnabled, run: () => layout.step(1) },
    {
      id: "tab.previous",
      title: "Previous tab",
      group,
      keys: ["Ctrl-Alt-PageUp"],
      isEnabled,
      run: () => layout.step(-1),
    },
    {
      id: "tab.pin",
      title: "Pin or unpin tab",
      group,
      isEnabled: () => layout.active?.kind === "file",
      run: () => {
        const { active } = layout;
        if (active?.kind === "file") void files.keep(active, !active.isPinned);
      },
    },
    {
      id: "tab.move",
      title: "Move tab to other side",
      group,
      keys: ["Ctrl-Alt-\\"],
      isEnabled,
      run: () => {
        if (layout.active) void files.moveToOtherSide(layout.active);
      },
    },
    {
      id: "split",
      title: "Split: show file on both sides",
      group,
      keys: ["Ctrl-\\"],
      isEnabled,
      run: () => void files.split(),
    },
    {
      id: "group.other",
      title: "Go to other side",
      group,
      keys: ["Ctrl-Alt-o"],
      isEnabled: isSplit,
      run: () => {
        layout.activate(store.view.peek().group === 0 ? 1 : 0);
        layout.focusActive();
      },
    },
    ...digits.map((digit, index) => ({
      id: `tab.${digit}`,
      title: `Go to tab ${digit}`,
      group: "Tabs" as const,
      keys: [`Alt-${digit}`],
      isEnabled: () => tabAt(index) !== undefined,
      run: () => {
        const tab = tabAt(index);
        if (tab) layout.bring(tab.id, true);
      },
    })),
  ];

  function tabAt(index: number) {
    return layout.tabs.filter((tab) => tab.group === store.view.peek().group)[index];
  }
}
