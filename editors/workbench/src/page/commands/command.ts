/** A command that the user can run by name or key. */
import { isTypingKey, type KeyPress, matchesKey } from "./keys.js";

/** The section of the keyboard shortcuts dialog. */
export type CommandGroup = "Files" | "Tabs" | "Editor" | "Notebook" | "Review" | "Changes" | "Claude" | "View";

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** In CodeMirror's notation. The first one is shown in menus. */
  readonly keys?: readonly string[];
  /** The key also works in the terminal, which gets all other keys. */
  readonly isForTerminal?: boolean;
  isEnabled?(): boolean;
  run(): void;
}

/** Returns a function that creates commands of one group. */
export function commandsOf(group: CommandGroup, isEnabled?: () => boolean) {
  return (
    id: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    more: Pick<Command, "isEnabled" | "isForTerminal"> = {},
  ): Command => ({ id, title, group, ...(keys.length > 0 && { keys }), ...(isEnabled && { isEnabled }), ...more, run });
}

/** Where the focus is when a key is pressed. */
export interface KeyboardFocus {
  readonly isInText: boolean;
  readonly isInTerminal: boolean;
  readonly isMac: boolean;
}

/** Finds the enabled command for a key press. */
export function commandFor(
  commands: readonly Command[],
  press: KeyPress,
  { isInText, isInTerminal, isMac }: KeyboardFocus,
): Command | undefined {
  return commands.find((command) => {
    if (isInTerminal && !command.isForTerminal) return false;
    const isPressed = (key: string) => !(isInText && isTypingKey(key)) && matchesKey(key, press, isMac);
    return command.keys?.some(isPressed) && (command.isEnabled?.() ?? true);
  });
}

/** Returns the commands that contain all typed words in any order, best matches first. */
export function filterCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const nameOf = ({ group, title }: Command) => `${group}: ${title}`.toLowerCase();
  const found = commands.filter((command) => words.every((word) => nameOf(command).includes(word)));
  const rank = (command: Command) => (words[0] && command.title.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}
