/** One thing that the user can do by name or by key. */
import { isTypingKey, type KeyPress, matchesKey } from "./keys.js";

/** Under what a command stands in the help. */
export type CommandGroup = "Files" | "Tabs" | "Editor" | "Notebook" | "Review" | "Claude" | "View";

/** A row of the table. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** In CodeMirror's words; the first one is shown. */
  readonly keys?: readonly string[];
  /** Its key works in the terminal too, which otherwise gets every key. */
  readonly isForTerminal?: boolean;
  isEnabled?(): boolean;
  run(): void;
}

/** Where the keyboard is when a key is pressed. */
export interface KeyboardPlace {
  readonly isInText: boolean;
  readonly isInTerminal: boolean;
  readonly isMac: boolean;
}

/** The command that a press means here, if it can run. */
export function commandFor(
  commands: readonly Command[],
  press: KeyPress,
  { isInText, isInTerminal, isMac }: KeyboardPlace,
): Command | undefined {
  return commands.find((command) => {
    if (isInTerminal && !command.isForTerminal) return false;
    const isPressed = (key: string) => !(isInText && isTypingKey(key)) && matchesKey(key, press, isMac);
    return command.keys?.some(isPressed) && (command.isEnabled?.() ?? true);
  });
}

/** Those whose title has all the words that were typed, in any order; the better match first. */
export function filterCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const nameOf = ({ group, title }: Command) => `${group}: ${title}`.toLowerCase();
  const found = commands.filter((command) => words.every((word) => nameOf(command).includes(word)));
  const rank = (command: Command) => (words[0] && command.title.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}
