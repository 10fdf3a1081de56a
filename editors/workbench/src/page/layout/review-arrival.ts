/** Decides how a new review opens: visibly, but without taking the focus from a user who is typing. */

export interface FocusState {
  readonly isWindowFocused: boolean;
  /** In an editor, a search field or a dialog. */
  readonly isKeyboardInText: boolean;
  readonly isKeyboardInTerminal: boolean;
}

export interface Arrival {
  readonly inFront: boolean;
  readonly focus: boolean;
}

/** Opens in the background while the user types here, otherwise in front. Never takes the focus from the terminal. */
export function chooseArrival({ isWindowFocused, isKeyboardInText, isKeyboardInTerminal }: FocusState): Arrival {
  if (isWindowFocused && isKeyboardInText) return { inFront: false, focus: false };
  return { inFront: true, focus: !isKeyboardInTerminal };
}
