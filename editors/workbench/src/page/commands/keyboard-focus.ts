/** Where the focus is. This determines which keys are commands and where a new review opens. */
import type { FocusState } from "../layout/review-arrival.js";
import type { KeyboardFocus } from "./command.js";

const isInTerminal = () => document.activeElement?.closest(".terminal") !== null;

function isInText(): boolean {
  const active = document.activeElement;
  return active?.matches("input, textarea, select, [contenteditable=true]") ?? false;
}

export function keyboardFocus(): KeyboardFocus {
  return { isInText: isInText(), isInTerminal: isInTerminal(), isMac: /Mac|iPhone|iPad/.test(navigator.platform) };
}

export function focusState(): FocusState {
  return {
    isWindowFocused: document.hasFocus(),
    isTextFieldFocused: !isInTerminal() && (isInText() || document.querySelector("dialog[open]") !== null),
    isTerminalFocused: isInTerminal(),
  };
}
