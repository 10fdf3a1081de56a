import { expect, test } from "vitest";
import { type Command, commandFor, filterCommands } from "./command.js";

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: "View",
  run: () => {},
  ...more,
});
const press = (key: string, modifiers: { ctrlKey?: boolean } = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ...modifiers,
});
const focus = { isInText: false, isInTerminal: false, isMac: false };

test("runs the first enabled command for a key", () => {
  const commands = [command("off", { keys: ["F7"], isEnabled: () => false }), command("on", { keys: ["F7"] })];
  expect(commandFor(commands, press("F7"), focus)?.id).toBe("on");
});

test("leaves typing keys to a focused text", () => {
  const commands = [command("help", { keys: ["?"] })];
  expect(commandFor(commands, press("?"), focus)?.id).toBe("help");
  expect(commandFor(commands, press("?"), { ...focus, isInText: true })).toBeUndefined();
});

test("gives the terminal all keys except those that leave it", () => {
  const commands = [command("find", { keys: ["Mod-p"] }), command("leave", { keys: ["F6"], isForTerminal: true })];
  const inTerminal = { ...focus, isInTerminal: true };
  expect(commandFor(commands, press("p", { ctrlKey: true }), inTerminal)).toBeUndefined();
  expect(commandFor(commands, press("F6"), inTerminal)?.id).toBe("leave");
});

test("finds commands by words in any order, titles that start with them first", () => {
  const commands = [
    command("1", { title: "Go to the files" }),
    command("2", { title: "Files: show", group: "Files" }),
    command("3", { title: "Close tab" }),
  ];
  expect(filterCommands(commands, "files").map(({ id }) => id)).toEqual(["2", "1"]);
  expect(filterCommands(commands, "to go").map(({ id }) => id)).toEqual(["1"]);
  expect(filterCommands(commands, "").length).toBe(3);
});
