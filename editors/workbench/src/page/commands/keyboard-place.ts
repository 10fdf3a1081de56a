/** Where the keyboard is, as far as that decides what a key or an arriving review may do. */
import type { Surroundings } from "../layout/arrival.js";
import type { KeyboardPlace } from "./command.js";

/** Where Mod is the command key. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

const isInTerminal = () => document.activeElement?.closest(".terminal") !== null;

function isInText(): boolean {
  const active = document.activeElement;
  return active?.matches("input, textarea, select, [contenteditable=true]") ?? false;
}

/** For finding the command of a key. */
export function keyboardPlace(): KeyboardPlace {
  return { isInText: isInText(), isInTerminal: isInTerminal(), isMac: isMac() };
}

/** For placing a review that arrives. */
export function surroundings(): Surroundings {
  return {
    isWindowFocused: document.hasFocus(),
    isKeyboardInText: !isInTerminal() && (isInText() || document.querySelector("dialog[open]") !== null),
    isKeyboardInTerminal: isInTerminal(),
  };
}
