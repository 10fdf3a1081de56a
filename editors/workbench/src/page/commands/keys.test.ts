import { expect, test } from "vitest";
import { isTypingKey, type KeyPress, matchesKey } from "./keys.js";

const press = (key: string, code: string, modifiers = ""): KeyPress => ({
  key,
  code,
  ctrlKey: modifiers.includes("c"),
  shiftKey: modifiers.includes("s"),
  altKey: modifiers.includes("a"),
  metaKey: modifiers.includes("m"),
});

test("Mod is Ctrl, and the command key on a Mac", () => {
  expect(matchesKey("Mod-p", press("p", "KeyP", "c"), false)).toBe(true);
  expect(matchesKey("Mod-p", press("p", "KeyP", "m"), true)).toBe(true);
  expect(matchesKey("Mod-p", press("p", "KeyP", "c"), true)).toBe(false);
});

test("modifiers that are not named must not be pressed", () => {
  expect(matchesKey("Mod-p", press("P", "KeyP", "cs"), false)).toBe(false);
  expect(matchesKey("Mod-Shift-p", press("P", "KeyP", "cs"), false)).toBe(true);
  expect(matchesKey("F1", press("F1", "F1", "s"), false)).toBe(false);
});

test("Alt keys are found by their place, because on a Mac they type other signs", () => {
  expect(matchesKey("Alt-k", press("˚", "KeyK", "a"), true)).toBe(true);
  expect(matchesKey("Alt-1", press("¡", "Digit1", "a"), true)).toBe(true);
  expect(matchesKey("Ctrl-`", press("Dead", "Backquote", "c"), false)).toBe(true);
});

test("the letter on the key counts, not its place, where layouts move letters", () => {
  expect(matchesKey("Mod-z", press("y", "KeyZ", "c"), false)).toBe(false);
  expect(matchesKey("Mod-z", press("z", "KeyY", "c"), false)).toBe(true);
});

test("a letter of another script is found by its place", () => {
  expect(matchesKey("Mod-s", press("ы", "KeyS", "c"), false)).toBe(true);
});

test("a question mark is one with and without Shift, as the keyboard has it", () => {
  expect(matchesKey("?", press("?", "Slash", "s"), false)).toBe(true);
  expect(matchesKey("?", press("?", "KeyM"), false)).toBe(true);
});

test("a key that types is told from one that does not", () => {
  expect(["?", "Shift-a", "Alt-a", "F1", "Mod-p"].map(isTypingKey)).toEqual([true, true, false, false, false]);
});
