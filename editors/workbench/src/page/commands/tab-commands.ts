/** Commands for tabs and the two editor groups. */
import type { Tab } from "../../messages.js";
import type { AppParts } from "../app-parts.js";
import { type Command, commandsOf } from "./command.js";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export function tabCommands({ layout, files, store }: AppParts): Command[] {
  const command = commandsOf("Tabs", () => layout.active !== undefined);
  const isFile = { isEnabled: () => layout.active?.kind === "file" };
  const isSplit = { isEnabled: () => store.view.peek().front.every((tab) => tab !== null) };
  const onActive = (run: (tab: Tab) => unknown) => () => {
    if (layout.active) run(layout.active);
  };
  const togglePin = onActive((tab) => tab.kind === "file" && files.keep(tab, !tab.isPinned));
  const moveToOtherGroup = onActive((tab) => files.moveToOtherGroup(tab));
  const focusOtherGroup = () => {
    layout.activate(store.view.peek().group === 0 ? 1 : 0);
    layout.focusActive();
  };
  const tabAt = (index: number) => layout.tabs.filter((tab) => tab.group === store.view.peek().group)[index];
  const goToTab = (index: number) => () => {
    const tab = tabAt(index);
    if (tab) layout.bring(tab.id, true);
  };
  return [
    command(
      "tab.close",
      "Close tab",
      ["Ctrl-Alt-w"],
      onActive((tab) => files.close(tab)),
    ),
    command("tab.next", "Next tab", ["Ctrl-Alt-PageDown"], () => layout.step(1)),
    command("tab.previous", "Previous tab", ["Ctrl-Alt-PageUp"], () => layout.step(-1)),
    command("tab.pin", "Pin or unpin tab", [], togglePin, isFile),
    command("tab.move", "Move tab to other group", ["Ctrl-Alt-\\"], moveToOtherGroup),
    command("split", "Split editor", ["Ctrl-\\"], () => void files.split()),
    command("group.other", "Focus other group", ["Ctrl-Alt-o"], focusOtherGroup, isSplit),
    ...digits.map((digit, index) =>
      command(`tab.${digit}`, `Go to tab ${digit}`, [`Alt-${digit}`], goToTab(index), {
        isEnabled: () => tabAt(index) !== undefined,
      }),
    ),
  ];
}
