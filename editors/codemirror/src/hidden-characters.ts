/** Draws invisible characters as symbols, so that the user sees everything they decide on. */
import type { Extension } from "@codemirror/state";
import { highlightSpecialChars } from "@codemirror/view";

/** Invisible characters, except tabs and the joiners and variation selectors of emoji and many scripts. */
export const hiddenCharacter =
  /(?!\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Draws more invisible characters than CodeMirror does, because others (such as language tags) can hide text too. */
export function showHiddenCharacters(): Extension {
  return highlightSpecialChars({ addSpecialChars: hiddenCharacter });
}
