/** Characters that show nothing are drawn as signs: what is decided about must be seen. */
import type { Extension } from "@codemirror/state";
import { highlightSpecialChars } from "@codemirror/view";

/** But for the tab, and for what joins or varies other characters, as in emoji and in many scripts. */
export const hiddenCharacter =
  /(?!\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** More of them than CodeMirror draws by itself: the others can hide text, as characters for language tags do. */
export function showHiddenCharacters(): Extension {
  return highlightSpecialChars({ addSpecialChars: hiddenCharacter });
}
