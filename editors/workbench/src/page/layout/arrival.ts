/** Where a review goes that arrives: it must be seen, but must not take the keyboard from a person who types. */

/** What decides about it. */
export interface Surroundings {
  /** This window has the browser's focus. */
  readonly isWindowFocused: boolean;
  /** The keyboard is in something that takes text: an editor, a search field, a dialog. */
  readonly isKeyboardInText: boolean;
  /** The keyboard is in the terminal, where people talk with Claude. */
  readonly isKeyboardInTerminal: boolean;
}

/** The decision. */
export interface Arrival {
  readonly inFront: boolean;
  readonly focus: boolean;
}

/**
 * Behind, with a word about it, while the user types here; otherwise in front, and with the keyboard only where that
 * takes it from nobody.
 */
export function placeArrival({ isWindowFocused, isKeyboardInText, isKeyboardInTerminal }: Surroundings): Arrival {
  if (isWindowFocused && isKeyboardInText) return { inFront: false, focus: false };
  return { inFront: true, focus: !isKeyboardInTerminal };
}
