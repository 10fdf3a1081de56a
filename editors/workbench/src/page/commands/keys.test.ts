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

test("Mod is Ctrl, and Cmd on a Mac", () => {
  expect(matchesKey("Mod-p", press("p", "KeyP", "c"), false)).toBe(true);
  expect(matchesKey("Mod-p", press("p", "KeyP", "m"), true)).toBe(true);
  expect(matchesKey("Mod-p", press("p", "KeyP", "c"), true)).toBe(false);
});

test("doesn't match with additional modifiers", () => {
  expect(matchesKey("Mod-p", press("P", "KeyP", "cs"), false)).toBe(false);
  expect(matchesKey("Mod-Shift-p", press("P", "KeyP", "cs"), false)).toBe(true);
  expect(matchesKey("F1", press("F1", "F1", "s"), false)).toBe(false);
});

test("matches Alt keys by physical key, because on a Mac they type other characters", () => {
  expect(matchesKey("Alt-k", press("˚", "KeyK", "a"), true)).toBe(true);
  expect(matchesKey("Alt-1", press("¡", "Digit1", "a"), true)).toBe(true);
  expect(matchesKey("Ctrl-`", press("Dead", "Backquote", "c"), false)).toBe(true);
});

test("matches letters by character in layouts that move them", () => {
  expect(matchesKey("Mod-z", press("y", "KeyZ", "c"), false)).toBe(false);
  expect(matchesKey("Mod-z", press("z", "KeyY", "c"), false)).toBe(true);
});

test("matches letters of another script by physical key", () => {
  expect(matchesKey("Mod-s", press("ы", "KeyS", "c"), false)).toBe(true);
});

test("matches a question mark with and without Shift", () => {
  expect(matchesKey("?", press("?", "Slash", "s"), false)).toBe(true);
  expect(matchesKey("?", press("?", "KeyM"), false)).toBe(true);
});

test("recognises typing keys", () => {
  expect(["?", "Shift-a", "Alt-a", "F1", "Mod-p"].map(isTypingKey)).toEqual([true, true, false, false, false]);
});
