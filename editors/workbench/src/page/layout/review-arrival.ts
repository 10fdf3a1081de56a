/** Decides how a new review opens: visibly, but without taking the focus from a user who is typing. */

export interface FocusState {
  readonly isWindowFocused: boolean;
  /** In an editor, a search field or a dialog. */
  readonly isTextFieldFocused: boolean;
  readonly isTerminalFocused: boolean;
}

export interface Arrival {
  readonly inFront: boolean;
  readonly focus: boolean;
}

/** Opens in the background while the user types here, otherwise in front. Never takes the focus from the terminal. */
export function chooseArrival({ isWindowFocused, isTextFieldFocused, isTerminalFocused }: FocusState): Arrival {
  if (isWindowFocused && isTextFieldFocused) return { inFront: false, focus: false };
  return { inFront: true, focus: !isTerminalFocused };
}
